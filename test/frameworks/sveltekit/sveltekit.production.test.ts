import { describeProduction } from '../describe-production.ts';
import { sveltekit } from './sveltekit.ts';

describeProduction(sveltekit);
