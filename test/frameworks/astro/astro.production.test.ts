import { describeProduction } from '../describe-production.ts';
import { astro } from './astro.ts';

describeProduction(astro);
