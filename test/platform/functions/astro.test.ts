import { describeFunctions } from './describe-functions.ts';
import { astro } from './function-application.ts';

describeFunctions(astro);
