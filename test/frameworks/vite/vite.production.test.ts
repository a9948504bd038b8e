import { describeProduction } from '../describe-production.ts';
import { vite } from './vite.ts';

describeProduction(vite);
