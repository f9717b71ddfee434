/** The action's input, from typed fields or from the live mapper. */

import { DateTime } from 'luxon';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { packagedAction } from './packaged';
import { LIVE } from './names';
import type { Field } from '../shared/catalogueTypes';
import { fieldsOf } from '../shared/catalogueTypes';

export interface Chosen {
	provider: string;
	action: string;
	input: IDataObject;
}

export function chosen(step: IExecuteFunctions, item: number): Chosen {
	const provider = step.getNodeParameter('resource', item) as string;
	return provider === LIVE ? live(step, item) : packaged(step, item, provider);
}

function packaged(step: IExecuteFunctions, item: number, provider: string): Chosen {
	const action = step.getNodeParameter('operation', item) as string;
	const more = step.getNodeParameter('optionalFields', item, {}) as IDataObject;
	const fields = fieldsOf(packagedAction(provider, action).input_schema);
	const values = fields.map((field): [Field, unknown] => [
		field,
		field.required ? step.getNodeParameter(`input_${field.name}`, item, '') : more[field.name],
	]);
	return { provider, action, input: given(values, step.getTimezone()) };
}

function live(step: IExecuteFunctions, item: number): Chosen {
	const provider = step.getNodeParameter('liveProvider', item) as string;
	const action = step.getNodeParameter('liveAction', item) as string;
	const values = (step.getNodeParameter('liveInput.value', item, {}) ?? {}) as IDataObject;
	const input = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
	return { provider, action, input };
}

function given(values: Array<[Field, unknown]>, zone: string): IDataObject {
	const known = values.filter(([, value]) => value !== undefined && value !== null);
	return Object.fromEntries(known.map(([field, value]) => [field.name, valueOf(field, value, zone)])) as IDataObject;
}

function valueOf(field: Field, value: unknown, zone: string): unknown {
	if (field.type === 'object') return mapOf(value);
	if (field.type === 'array') return parsed(value);
	if (field.format === 'date-time' && typeof value === 'string') return zoned(value, zone);
	return value;
}

/** The editor's names and values; or an object, as an expression gives it. */
function mapOf(value: unknown): unknown {
	const { entries } = value as { entries?: Array<{ name: string; value: unknown }> };
	return Array.isArray(entries) ? Object.fromEntries(entries.map((entry) => [entry.name, entry.value])) : parsed(value);
}

/** Text that is no JSON goes as it is: Oncestep says what is wrong with it. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

/** The editor's date has no zone: it means the workflow's. */
function zoned(value: string, zone: string): string {
	return DateTime.fromISO(value, { zone, setZone: true }).toISO() ?? value;
}
