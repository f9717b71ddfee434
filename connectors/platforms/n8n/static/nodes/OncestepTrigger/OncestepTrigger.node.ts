import type { INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { CREDENTIAL } from '../shared/request';
import type { Event } from './event';
import { itemOf } from './event';
import { properties } from './properties';
import { isGenuine } from './signature';

export class OncestepTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Oncestep Trigger',
		name: 'oncestepTrigger',
		icon: { light: 'file:../../icons/oncestep.svg', dark: 'file:../../icons/oncestep.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: 'Operation settled',
		description: 'Starts when an operation has succeeded, has failed or needs a person',
		defaults: { name: 'Oncestep Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'oncestepApi', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'operation' }],
		properties,
	};

	/** Who is called back is said with each call; there is nothing to register. */
	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		if (!(await genuine(this))) return refused(this);
		const event = this.getBodyData() as Event;
		const events = this.getNodeParameter('events') as string[];
		if (!events.includes(event.type)) return { webhookResponse: 'not asked for' };
		return { workflowData: [[{ json: await itemOf(this, event) }]] };
	}
}

async function genuine(hook: IWebhookFunctions): Promise<boolean> {
	const { signingSecret = '' } = await hook.getCredentials<{ signingSecret?: string }>(CREDENTIAL);
	const { headers, rawBody } = hook.getRequestObject();
	return isGenuine(signingSecret, headers, rawBody, Date.now());
}

function refused(hook: IWebhookFunctions): IWebhookResponseData {
	hook.getResponseObject().status(401).json({ message: 'The signature is missing, wrong or too old.' });
	return { noWebhookResponse: true };
}
