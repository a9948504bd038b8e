import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { vite6 } from './vite.ts';

describeProduction(vite6);
describeDevelopment(vite6);
