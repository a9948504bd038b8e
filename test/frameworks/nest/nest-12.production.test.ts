import { describeProduction } from '../describe-production.ts';
import { nest12Express } from './nest.ts';

describeProduction(nest12Express);
