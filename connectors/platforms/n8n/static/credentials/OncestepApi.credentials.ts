import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { help } from '../nodes/shared/help';

export class OncestepApi implements ICredentialType {
	name = 'oncestepApi';

	displayName = 'Oncestep API';

	icon: Icon = { light: 'file:../icons/oncestep.svg', dark: 'file:../icons/oncestep.dark.svg' };

	documentationUrl = 'https://oncestep.example.com/docs/connectors/n8n';

	properties: INodeProperties[] = [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://oncestep.example.com',
			description: help.address,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: help.apiKey,
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'whsec_...',
			description:
				'Only for the Oncestep Trigger: what callbacks are signed with. While it changes, name both, with a space between.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '={{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.url.trim().replace(/(\\/v1)?\\/*$/, "")}}',
			url: '/v1/me',
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: 'Oncestep does not accept this API key. Copy it again, whole: it has a dot in the middle.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message: 'There is no Oncestep at this URL. Enter the address that your operator has given you.',
				},
			},
		],
	};
}
