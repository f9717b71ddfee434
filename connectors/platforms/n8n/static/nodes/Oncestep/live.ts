/** What the editor asks the server for: providers, actions and fields, so that private actions need no release. */

import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { Action, Field } from '../shared/catalogueTypes';
import { fieldsOf } from '../shared/catalogueTypes';
import type { Failure } from '../shared/failures';
import { failureOf, unreachable } from '../shared/failures';
import { ask } from '../shared/request';
import { providers } from './catalogue';

interface Listed {
	provider: string;
	action: string;
	title: string;
	description: string;
}

export async function getProviders(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = new Set((await listed(this)).map(({ provider }) => provider));
	return [...names].map((value) => ({ name: titleOf(value), value }));
}

export async function getActions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const provider = this.getCurrentNodeParameter('liveProvider');
	const actions = (await listed(this)).filter((action) => action.provider === provider);
	return actions.map(({ action, title, description }) => ({ name: title, value: action, description }));
}

export async function getFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const provider = String(this.getCurrentNodeParameter('liveProvider') ?? '');
	const action = String(this.getCurrentNodeParameter('liveAction') ?? '');
	if (!provider || !action) return { fields: [] };
	const path = `/catalog/${encodeURIComponent(provider)}/${encodeURIComponent(action)}`;
	const described = (await read(this, path)) as unknown as Action;
	return {
		fields: fieldsOf(described.input_schema).map(mapped),
		emptyFieldsNotice: 'This action has no fields.',
	};
}

async function listed(asking: ILoadOptionsFunctions): Promise<Listed[]> {
	return (await read(asking, '/catalog')).data as unknown as Listed[];
}

async function read(asking: ILoadOptionsFunctions, path: string): Promise<IDataObject> {
	const answer = await ask(asking, { method: 'GET', path }).catch((error: Error) => unreachable(error));
	if ('code' in answer) throw shown(asking, answer);
	if (answer.status !== 200) throw shown(asking, failureOf(answer));
	return answer.body;
}

function shown(asking: ILoadOptionsFunctions, { body, message, todo }: Failure): NodeApiError {
	return new NodeApiError(asking.getNode(), body ?? {}, { message, description: todo });
}

function titleOf(provider: string): string {
	return providers.find((packaged) => packaged.provider === provider)?.title ?? provider;
}

function mapped(field: Field): ResourceMapperField {
	return {
		id: field.name,
		displayName: field.title,
		required: field.required,
		display: true,
		defaultMatch: false,
		type: typeOf(field),
		options: field.enum?.map((value) => ({ name: String(value), value })),
		defaultValue: field.default,
	};
}

function typeOf({ type, format, enum: choices }: Field): FieldType {
	if (choices) return 'options';
	if (format === 'date-time') return 'dateTime';
	return type === 'integer' ? 'number' : type;
}
