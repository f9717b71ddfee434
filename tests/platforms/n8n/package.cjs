// The tools and the built package: `runner.cjs PACKAGE`, started in the folder that the tools are installed in.
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');

const PACKAGE = resolve(process.argv[2]);
const tool = createRequire(join(process.cwd(), 'package.json'));
tool('reflect-metadata');

const { name, n8n } = require(join(PACKAGE, 'package.json'));

function instances(paths) {
	return paths.flatMap((path) => Object.values(require(join(PACKAGE, path))).map((Class) => new Class()));
}

/** As n8n itself adds them when it loads a package: the full names, and the webhooks of a node. */
const nodes = new Map(instances(n8n.nodes).map((node) => [`${name}.${node.description.name}`, node]));
const credentials = new Map(instances(n8n.credentials).map((credential) => [credential.name, credential]));

/** What feeds items into a workflow under test. */
nodes.set('test.trigger', {
	description: {
		name: 'test.trigger',
		displayName: 'Trigger',
		version: 1,
		group: ['trigger'],
		defaults: {},
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
});
/** What shows that an item has come here. */
nodes.set('test.end', {
	description: {
		name: 'test.end',
		displayName: 'End',
		version: 1,
		group: ['output'],
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
});

const nodeTypes = {
	getByName: (type) => nodes.get(type),
	getByNameAndVersion: (type) => nodes.get(type),
	getKnownTypes: () => ({}),
};

/** The nodes' own descriptions, and the credentials'. */
function describe() {
	const described = [...nodes].filter(([type]) => type.startsWith(name));
	return {
		nodes: Object.fromEntries(described.map(([type, node]) => [type, node.description])),
		credentials: Object.fromEntries([...credentials].map(([type, { properties }]) => [type, properties])),
	};
}

module.exports = { tool, nodes, credentials, nodeTypes, describe };
