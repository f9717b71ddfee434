// Opens n8n's editor for one errand, read as JSON from stdin; started in the folder that playwright-core is installed in.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const errands = require('./errands.cjs');

const { chromium, selectors } = createRequire(join(process.cwd(), 'package.json'))('playwright-core');

const SWITCHES = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
const PATIENCE = 60_000;

/** A page that reaches the server and nothing else. */
async function opened(browser, baseURL) {
	const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
	page.setDefaultTimeout(PATIENCE);
	await page.route(/^https?:/, (route) =>
		route.request().url().startsWith(baseURL) ? route.continue() : route.abort(),
	);
	return page;
}

async function signIn(page, { email, password }) {
	await page.goto('/signin');
	await page.locator('input[name=emailOrLdapLoginId]').fill(email);
	await page.locator('input[name=password]').fill(password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
}

async function main({ url, chromium: executablePath, owner, errand, facts }) {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({ executablePath, args: SWITCHES });
	try {
		const page = await opened(browser, url);
		await signIn(page, owner);
		return await errands[errand](page, facts);
	} finally {
		await browser.close();
	}
}

main(JSON.parse(readFileSync(0, 'utf8'))).then(
	(seen) => console.log(JSON.stringify(seen)),
	(error) => {
		console.error(error);
		process.exitCode = 1;
	},
);
