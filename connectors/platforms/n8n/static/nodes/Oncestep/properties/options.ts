/** What most steps need not say. */

import type { INodeProperties } from 'n8n-workflow';
import { help } from '../../shared/help';

export const options: INodeProperties[] = [
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Callback URL',
				name: 'callbackUrl',
				type: 'string',
				default: '',
				description: help.callbackUrl,
			},
			{
				displayName: 'Connection',
				name: 'connection',
				type: 'string',
				default: 'default',
				description: help.connection,
			},
			{
				displayName: 'Correlation ID',
				name: 'correlationId',
				type: 'string',
				default: '',
				description: help.correlationId,
			},
			{
				displayName: 'Source Event',
				name: 'sourceEvent',
				type: 'string',
				default: '',
				description: help.sourceEvent,
			},
			{
				displayName: 'Wait at Most (Seconds)',
				name: 'waitSeconds',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 60,
				description:
					'How long this step waits for an operation that is still being processed. After that it fails, and may be run again safely.',
			},
		],
	},
];
