/** Typed fields for each packaged action: required ones in the open, the others to be added. */

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Action, Field, Provider } from '../../shared/catalogueTypes';
import { fieldsOf } from '../../shared/catalogueTypes';

export function fieldProperties(providers: Provider[]): INodeProperties[] {
	return providers.flatMap(({ provider, actions }) => actions.flatMap((action) => ofAction(provider, action)));
}

function ofAction(provider: string, { action, input_schema }: Action): INodeProperties[] {
	const displayOptions = { show: { resource: [provider], operation: [action] } };
	const fields = fieldsOf(input_schema);
	const required = fields
		.filter((field) => field.required)
		.map((field) => ({
			...property(field, `input_${field.name}`),
			required: true,
			displayOptions,
		}));
	const optional = fields.filter((field) => !field.required).map((field) => property(field, field.name));
	return optional.length === 0 ? required : [...required, { ...collection(optional), displayOptions }];
}

function collection(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Optional Fields',
		name: 'optionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options,
	};
}

function property(field: Field, name: string): INodeProperties {
	const common = { displayName: field.title, name, description: field.description };
	return { ...common, ...kind(field) };
}

type Kind = Pick<INodeProperties, 'type' | 'default' | 'options' | 'typeOptions' | 'placeholder'>;

function kind(field: Field): Kind {
	if (field.enum) return { type: 'options', options: field.enum.map(choice), default: field.default ?? '' };
	switch (field.type) {
		case 'string':
			return text(field);
		case 'integer':
		case 'number':
			return number(field);
		case 'boolean':
			return { type: 'boolean', default: field.default ?? false };
		case 'object':
			return map();
		case 'array':
			return { type: 'json', default: '[]', placeholder: '["first", "second"]' };
	}
}

function choice(value: string | number): INodePropertyOptions {
	return { name: String(value), value };
}

function text({ format, default: preset = '' }: Field): Kind {
	if (format === 'date-time') return { type: 'dateTime', default: preset };
	if (format === 'email') return { type: 'string', placeholder: 'name@email.com', default: preset };
	return { type: 'string', default: preset };
}

/** Blank until the builder fills it in: a preset of 0 would be sent unseen. */
function number({ type, minimum, maximum, default: preset = '' }: Field): Kind {
	return {
		type: 'number',
		default: preset,
		typeOptions: {
			...(type === 'integer' ? { numberPrecision: 0 } : {}),
			...(minimum === undefined ? {} : { minValue: minimum }),
			...(maximum === undefined ? {} : { maxValue: maximum }),
		},
	};
}

function map(): Kind {
	const values: INodeProperties[] = [
		{ displayName: 'Name', name: 'name', type: 'string', default: '' },
		{ displayName: 'Value', name: 'value', type: 'string', default: '' },
	];
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add entry',
		default: {},
		options: [{ displayName: 'Entry', name: 'entries', values }],
	};
}
