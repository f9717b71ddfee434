/** One callback: what it says, and what the workflow gets of it. */

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { Failure } from '../shared/failures';
import { failureOf } from '../shared/failures';
import type { Answer } from '../shared/request';
import { ask } from '../shared/request';

export interface Event extends IDataObject {
	type: string;
	data: IDataObject;
}

/** `id` is the message's own: the same when it is delivered again, so that an Oncestep node behind it acts once. */
export async function itemOf(hook: IWebhookFunctions, event: Event): Promise<IDataObject> {
	const item = { id: hook.getHeaderData()['webhook-id'], type: event.type, timestamp: event.timestamp, ...event.data };
	return hook.getNodeParameter('fetchResult') ? { ...item, result: await resultOf(hook, event) } : item;
}

/** Of one that failed, what the provider has answered; blank where there is nothing. */
async function resultOf(hook: IWebhookFunctions, { data }: Event): Promise<IDataObject[string]> {
	const path = `/operations/${encodeURIComponent(String(data.operation_id))}/result`;
	const answer = await ask(hook, { method: 'GET', path });
	if ([200, 202, 424].includes(answer.status)) return answer.body.result ?? null;
	throw errorOf(hook, answer, failureOf(answer));
}

function errorOf(hook: IWebhookFunctions, { body }: Answer, { message, todo }: Failure): NodeApiError {
	return new NodeApiError(hook.getNode(), body as never, { message, description: todo });
}
