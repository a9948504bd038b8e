import { describeProduction } from '../describe-production.ts';
import { nest11Fastify } from './nest.ts';

describeProduction(nest11Fastify);
