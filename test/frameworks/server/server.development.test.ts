import { describeDevelopment } from '../describe-development.ts';
import { server } from './server.ts';

describeDevelopment(server);
