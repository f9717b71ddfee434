/** What the builder fills in, from top to bottom. */

import type { INodeProperties } from 'n8n-workflow';
import { providers } from '../catalogue';
import { fieldProperties } from './fields';
import { keyProperties } from './key';
import { liveProperties } from './live';
import { options } from './options';
import { pickers } from './pickers';

export const properties: INodeProperties[] = [
	...pickers(providers),
	...liveProperties,
	...keyProperties,
	...fieldProperties(providers),
	...options,
];
