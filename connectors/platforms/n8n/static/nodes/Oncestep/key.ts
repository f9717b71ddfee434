/** What an operation is known by: the same for every retry of the same intent, and never made of chance or time. */

import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

export interface Key {
	key: string;
	/** What the builder has mapped, for people to find the operation by. */
	event?: string;
}

const LEGAL = /^[\x20-\x7e]{1,200}$/;
const NO_IDENTIFIERS = ['undefined', 'null', 'NaN', '[object Object]'];

export function keyOf(step: IExecuteFunctions, item: number): Key {
	const made = modes[step.getNodeParameter('keyMode', item) as keyof typeof modes](step, item);
	const again = identifier(step, 'runAgain', item);
	return again ? { ...made, key: `${made.key}:${again}` } : made;
}

const modes = {
	event(step: IExecuteFunctions, item: number): Key {
		const event = required(step, 'eventId', 'Event ID', item);
		return { key: `${place(step, item)}:${LEGAL.test(event) ? event : hash(event.normalize('NFC'))}`, event };
	},
	whole(step: IExecuteFunctions, item: number): Key {
		const key = required(step, 'wholeKey', 'Key', item);
		return { key, event: key };
	},
	automatic(step: IExecuteFunctions, item: number): Key {
		const run = `${hash(token(step, item)).slice(0, 32)}:${evaluated(step, '$runIndex', item)}`;
		return { key: `${place(step, item)}:${run}:${item}` };
	},
};

function place(step: IExecuteFunctions, item: number): string {
	const workflow = step.getWorkflow().id;
	if (workflow) return `${workflow}:${step.getNode().id}`;
	throw refusal(step, item, 'The workflow has no ID yet', 'Save the workflow, then run it again.');
}

/** The one thing that a run keeps when it is retried; it is secret, so only its hash leaves n8n. */
function token(step: IExecuteFunctions, item: number): string {
	const found = /[?&]signature=([^&#]+)/.exec(evaluated(step, '$execution.resumeUrl', item));
	if (found) return found[1];
	const retry =
		step.getMode() === 'retry' ? 'This execution is a retry, and ' : 'This n8n says nothing that a retry keeps: ';
	throw refusal(
		step,
		item,
		'There is no automatic key for this run',
		`${retry}its token is missing. Choose the key mode Event ID and map the ID of the record that started this run.`,
	);
}

function required(step: IExecuteFunctions, name: string, title: string, item: number): string {
	const value = identifier(step, name, item);
	if (value) return value;
	throw refusal(
		step,
		item,
		`The ${title} is empty`,
		"Map the ID of the record that started this run, such as the order ID: {{ $('Name of the first node').item.json.id }}. Nothing was sent.",
	);
}

function identifier(step: IExecuteFunctions, name: string, item: number): string {
	const value = step.getNodeParameter(name, item, '') as unknown;
	if (typeof value === 'object' && value !== null) {
		throw refusal(step, item, `The value of ${name} is no text`, 'Map one ID, not a list or an object.');
	}
	const text = String(value ?? '').trim();
	return NO_IDENTIFIERS.includes(text) ? '' : text;
}

function evaluated(step: IExecuteFunctions, expression: string, item: number): string {
	return String(step.evaluateExpression(`{{ ${expression} }}`, item));
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

function refusal(step: IExecuteFunctions, itemIndex: number, message: string, description: string) {
	return new NodeOperationError(step.getNode(), message, { itemIndex, description });
}
