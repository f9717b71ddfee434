/** Provider and action, named as n8n's list of actions wants them. */

import type { INodeProperties } from 'n8n-workflow';
import type { Provider } from '../../shared/catalogueTypes';
import { LIVE } from '../names';

export function pickers(providers: Provider[]): INodeProperties[] {
	return [providerPicker(providers), ...providers.map(actionPicker)];
}

function providerPicker(providers: Provider[]): INodeProperties {
	const packaged = providers.map(({ provider, title, description }) => ({
		name: title,
		value: provider,
		description,
	}));
	const live = {
		name: 'Other (Live)',
		value: LIVE,
		description: 'Any action that your Oncestep offers, also those that this package does not know',
	};
	const preset = packaged[0]?.value ?? LIVE;
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: [...packaged, live],
		default: preset,
	};
}

function actionPicker({ provider, actions }: Provider): INodeProperties {
	const preset = actions[0].action;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [provider] } },
		options: actions.map(({ action, title, description, help }) => ({
			name: title,
			value: action,
			action: title,
			description: help ? `${description} ${help}` : description,
		})),
		default: preset,
	};
}
