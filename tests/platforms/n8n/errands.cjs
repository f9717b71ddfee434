// What a builder does in n8n's editor. Each errand is given a page and some facts, and returns what it saw.

/** Milliseconds between two choices, as with a person: the editor drops a second one that comes at once. */
const PACE = 1500;

/** Opens the credential, and saves it with a bad key and then with the good one. */
async function credential(page, { name, bad, good }) {
	await page.goto('/home/credentials');
	await page.getByTestId('resources-list-item').filter({ hasText: name }).first().click();
	const form = page.getByTestId('editCredential-modal');
	const save = async (key) => {
		await form.getByTestId('parameter-input-apiKey').locator('input').fill(key);
		await form.getByTestId('credential-save-button').click();
	};
	await accepted(form);
	await save(bad);
	const refusal = await refused(form);
	await save(good);
	await accepted(form);
	return { refusal };
}

async function accepted(form) {
	await form.getByText('Connection tested successfully').waitFor();
}

async function refused(form) {
	await form.getByText('More details').click();
	return await form.getByTestId('node-credentials-config-container').innerText();
}

/** Executes the flow, opens a step, and chooses another provider; with a picture of the flow and one of the step. */
async function step(page, { workflow, last, name, operation, other, pictures }) {
	await execute(page, workflow, last);
	await picture(page, `${pictures}/flow.png`);
	await node(page, name).dblclick();
	await parameter(page, 'resource').waitFor();
	await page.getByTestId('output-panel').getByText('succeeded', { exact: true }).first().waitFor();
	await picture(page, `${pictures}/step.png`);
	const before = { operations: await choices(page, 'operation', operation), fields: await fields(page) };
	const resources = await choices(page, 'resource', other);
	await parameter(page, 'input_sku').waitFor();
	return { resources, before, after: await fields(page) };
}

/** Executes the flow, opens a step, and chooses an action of those that the server lists. */
async function live(page, { workflow, last, name, provider, action }) {
	await execute(page, workflow, last);
	await node(page, name).dblclick();
	await choices(page, 'resource', 'Other (Live)');
	const providers = await choices(page, 'liveProvider', provider);
	const actions = await choices(page, 'liveAction', action);
	const mapped = page.getByTestId('mapping-fields-container').locator('[data-test-id^="parameter-input-"]');
	await mapped.first().waitFor();
	return { providers, actions, fields: await labels(mapped) };
}

/** Before it the editor cannot tell what a mapped field is, and then it does not ask for lists anew. */
async function execute(page, workflow, last) {
	await page.goto(`/workflow/${workflow}`);
	await page.getByTestId('execute-workflow-button').click();
	await node(page, last).getByTestId('canvas-node-status-success').waitFor();
}

function node(page, name) {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

function parameter(page, name) {
	return page.getByTestId(`parameter-input-${name}`);
}

/** A picker's choices, by their first lines; one of them is taken. */
async function choices(page, name, chosen) {
	const shown = page.locator('[role=option]:visible, .el-select-dropdown__item:visible');
	const wanted = shown.filter({ hasText: chosen }).first();
	await unfold(parameter(page, name), wanted);
	const texts = await shown.allInnerTexts();
	await wanted.click();
	await shown.first().waitFor({ state: 'hidden' });
	await page.waitForTimeout(PACE);
	return texts.map((text) => text.split('\n')[0]);
}

/** Clicks until the choice is there: a picker that is still loading folds again. */
async function unfold(picker, wanted) {
	for (let left = 10; left > 0; left--) {
		await picker.click();
		if (await wanted.waitFor({ timeout: 3000 }).then(() => true, () => false)) return;
	}
	throw new Error(`there is no ${wanted}`);
}

/** The action's own required fields, with the kind of input that each is. */
async function fields(page) {
	const shown = await page.locator('[data-test-id^="parameter-input-input_"]').evaluateAll((elements) =>
		elements.map((element) => {
			const { role, type } = element.querySelector('input') ?? { type: 'expression' };
			return [element.dataset.testId.replace('parameter-input-input_', ''), role ?? type];
		}),
	);
	return Object.fromEntries(shown);
}

async function labels(inputs) {
	const names = await inputs.evaluateAll((elements) => elements.map((element) => element.dataset.testId));
	return names.map((name) => name.replace('parameter-input-', '')).filter((name) => name !== 'field');
}

/** With nothing under the pointer, and without the message that something was done. */
async function picture(page, path) {
	await page.mouse.move(0, 0);
	await page.locator('.el-notification').waitFor({ state: 'hidden' });
	await page.screenshot({ path, animations: 'disabled' });
}

module.exports = { credential, step, live };
