import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { nuxt3 } from './nuxt.ts';

describeProduction(nuxt3);
describeDevelopment(nuxt3);
