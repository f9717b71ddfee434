/** The same choices, asked of the server. */

import type { INodeProperties } from 'n8n-workflow';
import { LIVE } from '../names';

const show = { resource: [LIVE] };

export const liveProperties: INodeProperties[] = [
	{
		displayName: 'Provider Name or ID',
		name: 'liveProvider',
		type: 'options',
		required: true,
		displayOptions: { show },
		typeOptions: { loadOptionsMethod: 'getProviders' },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Action Name or ID',
		name: 'liveAction',
		type: 'options',
		required: true,
		displayOptions: { show },
		typeOptions: { loadOptionsMethod: 'getActions', loadOptionsDependsOn: ['liveProvider'] },
		default: '',
		description:
			'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	},
	{
		displayName: 'Fields',
		name: 'liveInput',
		type: 'resourceMapper',
		noDataExpression: true,
		displayOptions: { show },
		typeOptions: {
			loadOptionsDependsOn: ['liveProvider', 'liveAction'],
			resourceMapper: {
				resourceMapperMethod: 'getFields',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: false,
				noFieldsError: 'Choose an action first.',
			},
		},
		default: { mappingMode: 'defineBelow', value: null },
	},
];
