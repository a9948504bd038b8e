import { describeFunctions } from './describe-functions.ts';
import { nitro } from './function-application.ts';

describeFunctions(nitro);
