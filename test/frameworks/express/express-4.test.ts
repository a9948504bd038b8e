import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { express4 } from './express.ts';

describeProduction(express4);
describeDevelopment(express4);
