/** The combinations that `nest.production.test.ts` leaves out. */
import { describeProduction } from '../describe-production.ts';
import { nest11Express, nest11Swc, nest12Fastify } from './nest.ts';

describeProduction(nest12Fastify);
describeProduction(nest11Express);
describeProduction(nest11Swc);
