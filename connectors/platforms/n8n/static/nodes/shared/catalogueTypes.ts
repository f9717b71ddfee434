/** How Oncestep describes actions, in the packaged catalogue and in the live one. */

export interface FieldSchema {
	type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
	title: string;
	description: string;
	format?: string;
	enum?: Array<string | number>;
	default?: string | number | boolean;
	minimum?: number;
	maximum?: number;
	/** What else JSON Schema says of it, for the server to check. */
	[constraint: string]: unknown;
}

export interface InputSchema {
	type: string;
	additionalProperties?: boolean;
	required?: string[];
	properties: Record<string, FieldSchema>;
}

export interface Action {
	action: string;
	title: string;
	description: string;
	help: string;
	input_schema: InputSchema;
}

export interface Provider {
	provider: string;
	title: string;
	description: string;
	actions: Action[];
}

export interface Field extends FieldSchema {
	name: string;
	required: boolean;
}

export function fieldsOf({ required = [], properties }: InputSchema): Field[] {
	return Object.entries(properties).map(([name, schema]) => ({
		...schema,
		name,
		required: required.includes(name),
	}));
}
