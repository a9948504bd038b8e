import { describeProduction } from '../describe-production.ts';
import { nitro30 } from './nitro.ts';

describeProduction(nitro30);
