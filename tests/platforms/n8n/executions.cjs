// Executions of whole workflows, and their retries.
const { randomUUID } = require('node:crypto');
const { tool, nodeTypes } = require('./package.cjs');
const { Workflow, surroundings } = require('./surroundings.cjs');

const { WorkflowExecute } = tool('n8n-core');
const { createRunExecutionData } = tool('n8n-workflow');

const executions = new Map();

/** Of a workflow, with these items from its first node. `token`: false runs it without the token that resume URLs carry. */
async function execute({ workflow, items, account, mode = 'trigger', token = true }) {
	const made = workflowOf(workflow);
	const start = made.getNode(workflow.nodes[0].name);
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: start, data: { main: [items.map((json) => ({ json }))] }, source: null }],
		},
	});
	if (!token) delete data.resumeToken;
	return run({ workflow, account, mode, data });
}

/** As a person retries a failed execution: a new one, from the node that failed, with what it had got. */
async function retry({ execution }) {
	const { workflow, account, data } = executions.get(execution);
	const kept = structuredClone(data);
	const { runData, lastNodeExecuted } = kept.resultData;
	delete kept.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error) runData[lastNodeExecuted].pop();
	return run({ workflow, account, mode: 'retry', data: kept });
}

async function run({ workflow, account, mode, data }) {
	const execution = randomUUID();
	const around = surroundings({ account, execution, mode, workflow });
	const { data: after } = await new WorkflowExecute(around, mode, data).processRunExecutionData(workflowOf(workflow));
	executions.set(execution, { workflow, account, data: JSON.parse(JSON.stringify(after)) });
	return { execution, token: data.resumeToken, ...told(after.resultData) };
}

function workflowOf({ id, nodes, connections, settings }) {
	return new Workflow({ id, nodes: structuredClone(nodes), connections, settings, active: false, nodeTypes });
}

/** Each node's items by output, and its hints; the error that stopped it all. */
function told({ runData, error }) {
	const last = Object.entries(runData).map(([name, runs]) => [name, runs.at(-1)]);
	return {
		outputs: Object.fromEntries(last.map(([name, { data }]) => [name, data?.main ?? []])),
		error: error && {
			name: error.name,
			message: error.message,
			description: error.description,
			httpCode: error.httpCode,
			itemIndex: error.context?.itemIndex,
		},
	};
}

module.exports = { execute, retry };
