/** The editor and `workflow check` say of the wrong example of every page what the build says, at the same place. */
import { WRONG_EXAMPLES } from './agreement-cases.ts';
import { testAgreement } from './agreement-of-all.ts';

testAgreement(WRONG_EXAMPLES);
