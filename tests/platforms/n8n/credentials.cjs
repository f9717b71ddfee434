// The credential's test, as n8n makes it: its request through the declarative engine, and its rules for bad answers.
const { tool, credentials } = require('./package.cjs');
const { Workflow, surroundings } = require('./surroundings.cjs');

const { ExecuteContext, RoutingNode } = tool('n8n-core');
const { createEmptyRunExecutionData } = tool('n8n-workflow');

async function test({ type, account }) {
	const { request, rules } = credentials.get(type).test;
	try {
		const [[{ json }]] = await asked(type, request, account);
		return { status: 'OK', json };
	} catch (error) {
		const code = error.cause?.response?.status;
		const rule = rules.find(({ properties }) => properties.value === code);
		return { status: 'Error', message: rule?.properties.message ?? error.cause?.code ?? error.message };
	}
}

async function asked(type, request, account) {
	const nodeType = {
		description: {
			name: 'test',
			displayName: 'Test',
			version: 1,
			group: ['input'],
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: type, required: true }],
			properties: [{ displayName: 'Test', name: 'test', type: 'string', routing: { request }, default: '' }],
		},
	};
	const node = { id: 'test', name: 'Test', type: 'test', typeVersion: 1, parameters: {}, position: [0, 0], credentials: { [type]: { id: '1', name: 'test' } } };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: { getByNameAndVersion: () => nodeType } });
	const executeData = { node, data: {}, source: null };
	const context = new ExecuteContext(workflow, node, surroundings({ account }), 'internal', createEmptyRunExecutionData(), 0, [], { main: [[{ json: {} }]] }, executeData, []);
	return new RoutingNode(context, nodeType, { id: '1', name: 'test', type, data: account }).runNode();
}

module.exports = { test };
