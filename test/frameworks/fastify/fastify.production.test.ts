import { describeProduction } from '../describe-production.ts';
import { fastify } from './fastify.ts';

describeProduction(fastify);
