import { describeProduction } from '../describe-production.ts';
import { nitro2 } from './nitro.ts';

describeProduction(nitro2);
