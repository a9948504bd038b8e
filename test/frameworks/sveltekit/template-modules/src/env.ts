import { defineEnvVars } from '@sveltejs/kit/env';

export const variables = defineEnvVars({ WORD: {} });
