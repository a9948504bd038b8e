import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { guarded } from './sveltekit.ts';

describeProduction(guarded);
describeDevelopment(guarded);
