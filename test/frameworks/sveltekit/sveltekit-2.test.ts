import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { sveltekit2 } from './sveltekit.ts';

describeProduction(sveltekit2);
describeDevelopment(sveltekit2);
