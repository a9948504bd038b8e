import { describeProduction } from '../describe-production.ts';
import { nuxt } from './nuxt.ts';

describeProduction(nuxt);
