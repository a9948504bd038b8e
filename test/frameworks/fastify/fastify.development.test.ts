import { describeDevelopment } from '../describe-development.ts';
import { fastify } from './fastify.ts';

describeDevelopment(fastify);
