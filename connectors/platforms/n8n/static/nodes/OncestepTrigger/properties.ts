/** Which callbacks start the workflow. */

import type { INodeProperties } from 'n8n-workflow';

export const properties: INodeProperties[] = [
	{
		displayName:
			"Paste this node's production URL into Callback URL in the options of an Oncestep node. Its host must be on your API client's list of callback hosts, and the credential needs the signing secret.",
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: [
			{ name: 'Failed', value: 'operation.failed', description: 'It was refused, or a person stopped it' },
			{ name: 'Needs Input', value: 'operation.needs_input', description: 'It waits for a person' },
			{ name: 'Succeeded', value: 'operation.succeeded', description: 'It happened' },
		],
		default: ['operation.succeeded', 'operation.failed', 'operation.needs_input'],
		required: true,
	},
	{
		displayName: 'Fetch Result',
		name: 'fetchResult',
		type: 'boolean',
		default: false,
		description: "Whether to ask Oncestep for the provider's answer, which the callback does not hold",
	},
];
