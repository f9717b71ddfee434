/** One HTTP exchange with Oncestep. It throws only where there is no answer at all. */

import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

export type Asking = IAllExecuteFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface Question {
	method: IHttpRequestMethods;
	path: string;
	headers?: IDataObject;
	body?: IDataObject;
}

export interface Answer {
	status: number;
	headers: IDataObject;
	body: IDataObject;
}

export const CREDENTIAL = 'oncestepApi';

/** Oncestep itself answers within 29 seconds. */
const TIMEOUT_MS = 40_000;

export async function ask(asking: Asking, question: Question): Promise<Answer> {
	const { url } = await asking.getCredentials<{ url: string }>(CREDENTIAL);
	const response = await asking.helpers.httpRequestWithAuthentication.call(asking, CREDENTIAL, {
		method: question.method,
		url: baseUrl(url) + question.path,
		headers: question.headers,
		body: question.body,
		json: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	});
	return { status: response.statusCode, headers: response.headers, body: objectOf(response.body) };
}

/** With or without `/v1`, as people paste it. */
export function baseUrl(url: string): string {
	return `${url.trim().replace(/(\/v1)?\/*$/, '')}/v1`;
}

export function retryAfterSeconds(answer: Answer): number {
	return Math.max(1, Number(answer.headers['retry-after']) || 1);
}

/** Blank where it is no JSON object, such as another server's HTML. */
function objectOf(body: unknown): IDataObject {
	return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as IDataObject) : {};
}
