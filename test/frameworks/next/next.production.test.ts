import { describeProduction } from '../describe-production.ts';
import { turbopack } from './next.ts';

describeProduction(turbopack);
