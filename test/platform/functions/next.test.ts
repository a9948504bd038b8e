import { describeFunctions } from './describe-functions.ts';
import { next } from './function-application.ts';

describeFunctions(next);
