// What the editor asks a node for while the builder fills it in.
const { tool, nodes, nodeTypes } = require('./package.cjs');
const { Workflow, surroundings } = require('./surroundings.cjs');

const { LoadOptionsContext } = tool('n8n-core');

/** The choices of a picker. */
function options({ node, method, account }) {
	return nodes.get(node.type).methods.loadOptions[method].call(context(node, account));
}

/** The fields of a resource mapper. */
function fields({ node, method, account }) {
	return nodes.get(node.type).methods.resourceMapping[method].call(context(node, account));
}

function context(node, account) {
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const around = { ...surroundings({ account }), currentNodeParameters: node.parameters };
	return new LoadOptionsContext(workflow, node, around, '');
}

module.exports = { options, fields };
