import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { bun } from './bun.ts';

describeProduction(bun);
describeDevelopment(bun);
