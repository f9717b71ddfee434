// Runs the built package in n8n's own engine: one JSON request per line, one JSON answer per line, several at once.
const readline = require('node:readline');

// The engine writes its errors to the output; that is for the answers only.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

const { test } = require('./credentials.cjs');
const { execute, retry } = require('./executions.cjs');
const { fields, options } = require('./editor.cjs');
const { webhook } = require('./webhooks.cjs');
const { describe } = require('./package.cjs');

const VERBS = { describe, execute, retry, test, options, fields, webhook };

async function answered({ id, verb, ...request }) {
	try {
		return { id, answer: await VERBS[verb](request) };
	} catch (error) {
		return { id, error: { message: error.message, description: error.description, stack: error.stack } };
	}
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
	write(`${JSON.stringify(await answered(JSON.parse(line)))}\n`);
});
