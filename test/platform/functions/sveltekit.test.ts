import { describeFunctions } from './describe-functions.ts';
import { sveltekit } from './function-application.ts';

describeFunctions(sveltekit);
