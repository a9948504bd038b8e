import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { deno } from './deno.ts';

describeProduction(deno);
describeDevelopment(deno);
