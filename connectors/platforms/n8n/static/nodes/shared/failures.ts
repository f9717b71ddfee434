/** What went wrong, in the builder's words, and whether the very same step may be run again. */

import type { IDataObject, JsonObject } from 'n8n-workflow';
import type { Answer } from './request';

export interface Failure {
	code: string;
	message: string;
	todo: string;
	retryable: boolean;
	httpCode?: string;
	/** What Oncestep has answered, blank where there was no answer; absent where it was not asked. */
	body?: JsonObject;
}

interface Kind {
	code: string;
	message: string;
	todo: string;
	retryable?: true;
}

const SAFE_AGAIN = 'Run this step again with the same key, or turn on Retry On Fail: nothing happens twice.';

const KINDS: Record<number, Kind> = {
	400: {
		code: 'invalid',
		message: 'The step is not filled in right',
		todo: 'Correct what the message names. Nothing was stored or sent.',
	},
	401: {
		code: 'unauthorized',
		message: 'Oncestep does not accept the API key',
		todo: 'Check URL and API key in the credential. Nothing was stored or sent.',
	},
	403: {
		code: 'forbidden',
		message: 'The API key does not allow this',
		todo: 'Ask your operator for a key that allows this action. Nothing was stored or sent.',
	},
	404: {
		code: 'not_found',
		message: 'Oncestep does not know this',
		todo: 'Check the URL in the credential, and choose the action again.',
	},
	409: {
		code: 'in_flight',
		message: 'The operation is still being processed',
		todo: SAFE_AGAIN,
		retryable: true,
	},
	413: {
		code: 'too_large',
		message: 'The step sends too much data',
		todo: 'Send less. Nothing was stored or sent.',
	},
	422: {
		code: 'key_reused',
		message: 'This key was already used with other values',
		todo: "One key means one action with one set of values. If this is something new, map a new record's ID; to do it again on purpose, fill in Run Again.",
	},
	429: {
		code: 'too_many_requests',
		message: 'Oncestep has too many requests from you now',
		todo: SAFE_AGAIN,
		retryable: true,
	},
};

const REFUSED: Kind = {
	code: 'refused',
	message: 'The provider refused it',
	todo: 'It did not happen, and running the step again changes nothing. Correct the values and use a new key, or have an operator fix it forward.',
};

const NEEDS_INPUT: Kind = {
	code: 'needs_input',
	message: 'The operation needs a person',
	todo: 'An operator decides it in Oncestep. After that, run this step again with the same key: it gets the outcome.',
};

const NOT_ONCESTEP: Kind = {
	code: 'not_oncestep',
	message: 'What answers at this URL is not Oncestep',
	todo: 'Check the URL in the credential.',
};

const TROUBLE: Kind = {
	code: 'unavailable',
	message: 'Oncestep cannot answer right now',
	todo: SAFE_AGAIN,
	retryable: true,
};

/** Of any answer but 200 and 202. */
export function failureOf(answer: Answer): Failure {
	const kind = kindOf(answer);
	const detail = detailOf(answer.body);
	return {
		...said(kind, detail ? `${kind.message}: ${detail}` : kind.message),
		httpCode: String(answer.status),
		body: answer.body as JsonObject,
	};
}

/** Of no answer at all: it may have arrived or not, and both is safe. */
export function unreachable(error: Error): Failure {
	return {
		...said(TROUBLE, `Oncestep could not be reached: ${error.message}`),
		code: 'unreachable',
		body: {},
	};
}

/** Of a step that cannot be sent as it is filled in. */
export function misconfigured({ message, description }: Error & { description?: string | null }): Failure {
	const todo = description ?? 'Correct what the message names. Nothing was sent.';
	return { code: 'invalid', message, todo, retryable: false };
}

/** Of an operation that takes longer than the builder wants to wait. */
export function stillProcessing(answer: Answer, seconds: number): Failure {
	const message = `Operation ${answer.body.operation_id} is still being processed after ${seconds} seconds`;
	return {
		code: 'still_processing',
		message,
		todo: 'It goes on by itself. Run this step again with the same key to get its outcome: nothing happens twice. A longer wait can be set in the options.',
		retryable: true,
		httpCode: String(answer.status),
		body: answer.body as JsonObject,
	};
}

/** What the next nodes see of it. */
export function detailsOf(failure: Failure): IDataObject {
	const { operation_id, action, state, attention, provider_status, idempotency_key, replayed, errors } = (failure.body ??
		{}) as IDataObject;
	return {
		todo: failure.todo,
		retryable: failure.retryable,
		operation: { operation_id, action, state, attention, provider_status, idempotency_key, replayed },
		...(errors ? { errors } : {}),
	};
}

function said(kind: Kind, message: string): Omit<Failure, 'body'> {
	return { code: kind.code, message, todo: kind.todo, retryable: kind.retryable ?? false };
}

function kindOf({ status, body }: Answer): Kind {
	if (status === 424) return body.operation_status === 'needs_input' ? NEEDS_INPUT : REFUSED;
	if (status >= 500) return TROUBLE;
	const ours = body.type !== undefined || body.detail !== undefined;
	return (ours && KINDS[status]) || NOT_ONCESTEP;
}

function detailOf(body: IDataObject): string {
	const fields = (body.errors ?? []) as Array<{ field: string; problem: string }>;
	if (fields.length > 0)
		return fields.map(({ field, problem }) => `${field.replace(/^input\./, '')} ${problem}`).join('; ');
	const about = body.attention ? `${body.operation_id}, ${body.attention}: ` : '';
	return about + String(body.provider_message ?? body.detail ?? '');
}
