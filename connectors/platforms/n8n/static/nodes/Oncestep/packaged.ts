/** The catalogue that this version of the package was made with. */

import { UserError } from 'n8n-workflow';
import type { Action } from '../shared/catalogueTypes';
import { providers } from './catalogue';

export function packagedAction(provider: string, action: string): Action {
	const actions = providers.find((candidate) => candidate.provider === provider)?.actions;
	const found = actions?.find((candidate) => candidate.action === action);
	if (found) return found;
	throw new UserError(`This version of the package does not know ${provider}.${action}`, {
		description: 'Choose the action again, or choose it under Other (Live).',
	});
}
