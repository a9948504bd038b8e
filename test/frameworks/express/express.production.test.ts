import { describeProduction } from '../describe-production.ts';
import { express } from './express.ts';

describeProduction(express);
