// What n8n's server puts around its engine: credentials (given with each request), addresses, hooks.
const { tool, credentials } = require('./package.cjs');

const { Expression, ICredentialsHelper, Workflow } = tool('n8n-workflow');
const { ExecutionLifecycleHooks } = tool('n8n-core');

class GivenCredentials extends ICredentialsHelper {
	constructor(data) {
		super();
		this.data = data;
	}

	getParentTypes() {
		return [];
	}

	isCredentialUsableByNode() {
		return true;
	}

	async getDecrypted() {
		return this.data;
	}

	async preAuthentication() {}

	async runPreAuthentication() {}

	getCredentialsProperties(type) {
		return credentials.get(type).properties;
	}

	/** Generic authentication, as n8n applies it: headers whose values may be expressions. */
	async authenticate(data, type, request, workflow, node) {
		const { headers } = credentials.get(type).authenticate.properties;
		const resolved = Object.entries(headers).map(([header, value]) => [
			header,
			workflow.expression.getSimpleParameterValue(node, value, 'internal', { $credentials: data }, undefined, ''),
		]);
		return { ...request, headers: { ...request.headers, ...Object.fromEntries(resolved) } };
	}
}

function surroundings({ account, execution = '1', mode = 'trigger', workflow = {} }) {
	const base = 'http://localhost:5678';
	return {
		credentialsHelper: new GivenCredentials(account),
		executionId: execution,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: base,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		variables: {},
		hooks: new ExecutionLifecycleHooks(mode, execution, workflow),
		sendDataToUI() {},
		logAiEvent() {},
	};
}

module.exports = { Expression, Workflow, surroundings };
