import { describeDevelopment } from '../describe-development.ts';
import { nest11Fastify, nest12Express } from './nest.ts';

describeDevelopment(nest12Express);
describeDevelopment(nest11Fastify);
