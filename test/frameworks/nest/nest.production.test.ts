import { describeProduction } from '../describe-production.ts';
import { nest11Fastify, nest12Express } from './nest.ts';

describeProduction(nest12Express);
describeProduction(nest11Fastify);
