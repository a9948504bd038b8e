import { describeProduction } from '../describe-production.ts';
import { nitroVite } from './nitro.ts';

describeProduction(nitroVite);
