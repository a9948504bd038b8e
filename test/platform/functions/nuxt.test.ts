import { describeFunctions } from './describe-functions.ts';
import { nuxt } from './function-application.ts';

describeFunctions(nuxt);
