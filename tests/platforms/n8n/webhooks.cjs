// A request to a webhook node, as n8n's server hands it over.
const { tool, nodes, nodeTypes } = require('./package.cjs');
const { Workflow, surroundings } = require('./surroundings.cjs');

const { WebhookContext } = tool('n8n-core');

/** `body` is the text that was posted. Answers with the items that start the workflow, and what the caller got. */
async function webhook({ node, account, headers, body }) {
	const response = { status: 200 };
	const httpResponse = {
		status(code) {
			response.status = code;
			return httpResponse;
		},
		json(value) {
			response.body = value;
			return httpResponse;
		},
	};
	const httpRequest = { headers, rawBody: Buffer.from(body), body: JSON.parse(body), params: {}, query: {} };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const around = { ...surroundings({ account, mode: 'webhook' }), httpRequest, httpResponse };
	const context = new WebhookContext(workflow, workflow.getNode(node.name), around, 'webhook', {}, [], null);
	const { workflowData = [] } = await nodes.get(node.type).webhook.call(context);
	return { response, items: workflowData.flat().map(({ json }) => json) };
}

module.exports = { webhook };
