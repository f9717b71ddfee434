/** One step's way through Oncestep: posted, then waited for as long as the builder allows. */

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';
import type { Failure } from '../shared/failures';
import { failureOf, misconfigured, stillProcessing, unreachable } from '../shared/failures';
import type { Answer, Question } from '../shared/request';
import { ask, retryAfterSeconds } from '../shared/request';

export interface Step {
	provider: string;
	action: string;
	/** The ID that the builder has mapped, if there is one. */
	event?: string;
	body: IDataObject;
	waitSeconds: number;
}

export type Outcome = { done: true; output: IDataObject } | { done: false; failure: Failure };

/** The longest that Oncestep keeps a request waiting. */
const LONGEST_WAIT = 25;
const BUSY = [429, 503];
const TRIES_WHEN_BUSY = 3;

export async function carryOut(run: IExecuteFunctions, step: Step): Promise<Outcome> {
	const clock = limit(step.waitSeconds);
	try {
		const answer = await settled(run, await post(run, step, clock), clock);
		return outcomeOf(answer, step);
	} catch (error) {
		const unset = error instanceof NodeOperationError; // such as a credential that was deleted
		return { done: false, failure: unset ? misconfigured(error) : unreachable(error as Error) };
	}
}

/** The output has the event's ID as `id`, where the next Oncestep node looks for it. */
function outcomeOf(answer: Answer, { event, waitSeconds }: Step): Outcome {
	if (answer.status === 200 && answer.body.operation_id) {
		return { done: true, output: event === undefined ? answer.body : { id: event, ...answer.body } };
	}
	const failure = answer.status === 202 ? stillProcessing(answer, waitSeconds) : failureOf(answer);
	return { done: false, failure };
}

/** A busy Oncestep has stored nothing; it is asked again when it says so, a few times. */
async function post(run: IExecuteFunctions, step: Step, clock: Limit): Promise<Answer> {
	const question: Question = {
		method: 'POST',
		path: `/actions/${encodeURIComponent(step.provider)}/${encodeURIComponent(step.action)}`,
		headers: { Prefer: `wait=${clock.share()}` },
		body: step.body,
	};
	let answer = await ask(run, question);
	for (let tried = 1; tried < TRIES_WHEN_BUSY && BUSY.includes(answer.status); tried++) {
		if (retryAfterSeconds(answer) > clock.left()) break;
		await sleep(retryAfterSeconds(answer) * 1000);
		answer = await ask(run, question);
	}
	return answer;
}

/** Asks for the result until there is one or the time is up; from here on, no trouble on the way is an outcome. */
async function settled(run: IExecuteFunctions, first: Answer, clock: Limit): Promise<Answer> {
	let answer = first;
	while (answer.status === 202 && clock.left() > 0) {
		await sleep(Math.min(retryAfterSeconds(answer), clock.left()) * 1000);
		answer = (await result(run, String(first.body.operation_id), clock)) ?? answer;
	}
	return answer;
}

/** Of the operation, by its ID and not by `Location`: the API key goes to the credential's host only. */
async function result(run: IExecuteFunctions, id: string, clock: Limit): Promise<Answer | undefined> {
	try {
		const path = `/operations/${encodeURIComponent(id)}/result?wait=${clock.share()}`;
		const answer = await ask(run, { method: 'GET', path });
		return BUSY.includes(answer.status) || answer.status >= 500 ? undefined : answer;
	} catch {
		return undefined;
	}
}

interface Limit {
	left(): number;
	share(): number;
}

function limit(seconds: number): Limit {
	const end = Date.now() + seconds * 1000;
	const left = () => Math.max(0, (end - Date.now()) / 1000);
	return { left, share: () => Math.min(LONGEST_WAIT, Math.floor(left())) };
}
