/** The editor and `workflow check` say of every refused sample what the build says, at the same place. */
import { REFUSED_SAMPLES } from './agreement-cases.ts';
import { testAgreement } from './agreement-of-all.ts';

testAgreement(REFUSED_SAMPLES);
