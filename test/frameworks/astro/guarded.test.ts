import { describeProduction } from '../describe-production.ts';
import { guardedAstro } from './astro.ts';

describeProduction(guardedAstro);
