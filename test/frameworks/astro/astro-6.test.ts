import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { astro6 } from './astro.ts';

describeProduction(astro6);
describeDevelopment(astro6);
