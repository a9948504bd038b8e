import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { wholeTurbopack, wholeWebpack } from './next.ts';

describeProduction(wholeTurbopack);
describeProduction(wholeWebpack);
describeDevelopment(wholeTurbopack);
