import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { vite7 } from './vite.ts';

describeProduction(vite7);
describeDevelopment(vite7);
