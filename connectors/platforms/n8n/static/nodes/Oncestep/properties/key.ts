/** What the operation is known by. */

import type { INodeProperties } from 'n8n-workflow';
import { help } from '../../shared/help';

export const keyProperties: INodeProperties[] = [
	{
		displayName: 'Key',
		name: 'keyMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Event ID (Recommended)',
				value: 'event',
				description: 'One record, one action by this node, however often the workflow runs for it',
			},
			{
				name: 'Whole Key',
				value: 'whole',
				description: 'The key exactly as you give it, so that several nodes or workflows can share it',
			},
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					'One action per execution and item. It holds for retries of this execution, not when the trigger fires again.',
			},
		],
		default: 'event',
	},
	{
		displayName: 'Event ID',
		name: 'eventId',
		type: 'string',
		required: true,
		displayOptions: { show: { keyMode: ['event'] } },
		default: '={{ $json.id }}',
		description: help.key,
	},
	{
		displayName: 'Whole Key',
		name: 'wholeKey',
		type: 'string',
		required: true,
		displayOptions: { show: { keyMode: ['whole'] } },
		default: '',
		placeholder: 'order-1842',
		description: help.key,
	},
	{
		displayName: 'Run Again',
		name: 'runAgain',
		type: 'string',
		default: '',
		description: help.runAgain,
	},
];
