import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	NodeError,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import type { Failure } from '../shared/failures';
import { detailsOf, misconfigured } from '../shared/failures';
import { getActions, getFields, getProviders } from './live';
import type { Outcome } from './operation';
import { carryOut } from './operation';
import { properties } from './properties';
import { stepOf } from './step';

export class Oncestep implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Oncestep',
		name: 'oncestep',
		icon: { light: 'file:../../icons/oncestep.svg', dark: 'file:../../icons/oncestep.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ ($parameter.operation ?? $parameter.liveAction ?? "") + ": " + ($parameter.liveProvider ?? $parameter.resource) }}',
		description: 'Run an action once, however often the workflow repeats it',
		defaults: { name: 'Oncestep' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'oncestepApi', required: true }],
		properties,
	};

	methods = {
		loadOptions: { getProviders, getActions },
		resourceMapping: { getFields },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.getInputData().length; item++) {
			output.push(await carriedOut(this, item));
		}
		return [output];
	}
}

async function carriedOut(run: IExecuteFunctions, item: number): Promise<INodeExecutionData> {
	const outcome = await outcomeOf(run, item);
	if (outcome.done) return { json: outcome.output, pairedItem: { item } };
	if (run.continueOnFail()) return { json: failed(outcome.failure), pairedItem: { item } };
	throw errorOf(run, item, outcome.failure);
}

async function outcomeOf(run: IExecuteFunctions, item: number): Promise<Outcome> {
	try {
		return await carryOut(run, stepOf(run, item));
	} catch (error) {
		return { done: false, failure: misconfigured(error as Error) };
	}
}

/** These three names only, and no `error` beside `json`: else n8n's error branch does not get the item, or no details. */
function failed(failure: Failure): IDataObject {
	return { error: failure.code, message: failure.message, details: detailsOf(failure) };
}

function errorOf(run: IExecuteFunctions, itemIndex: number, failure: Failure): NodeError {
	const { message, todo: description, httpCode, body } = failure;
	if (!body) return new NodeOperationError(run.getNode(), message, { description, itemIndex });
	return new NodeApiError(run.getNode(), body, { message, description, httpCode, itemIndex });
}
