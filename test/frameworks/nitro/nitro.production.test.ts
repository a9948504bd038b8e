import { describeProduction } from '../describe-production.ts';
import { nitro } from './nitro.ts';

describeProduction(nitro);
