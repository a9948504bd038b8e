import { describeDevelopment } from '../describe-development.ts';
import { express } from './express.ts';

describeDevelopment(express);
