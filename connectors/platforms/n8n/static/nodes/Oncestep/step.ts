/** What is posted for one item. */

import type { IExecuteFunctions } from 'n8n-workflow';
import { chosen } from './input';
import { keyOf } from './key';
import type { Step } from './operation';

interface Options {
	callbackUrl?: string;
	connection?: string;
	correlationId?: string;
	sourceEvent?: string;
	waitSeconds?: number;
}

const WAIT_SECONDS = 60;

export function stepOf(run: IExecuteFunctions, item: number): Step {
	const { key, event } = keyOf(run, item);
	const { provider, action, input } = chosen(run, item);
	const { waitSeconds = WAIT_SECONDS, ...options } = run.getNodeParameter('options', item, {}) as Options;
	const body = {
		input,
		idempotency_key: key,
		connection: options.connection || undefined,
		correlation_id: options.correlationId || event,
		source_event: options.sourceEvent || undefined,
		callback_url: options.callbackUrl || undefined,
	};
	return { provider, action, body, waitSeconds: Math.max(0, Number(waitSeconds) || 0), event };
}
