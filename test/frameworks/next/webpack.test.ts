import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { webpack } from './next.ts';

describeProduction(webpack);
describeDevelopment(webpack);
