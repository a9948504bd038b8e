import { describeProduction } from '../describe-production.ts';
import { server } from './server.ts';

describeProduction(server);
