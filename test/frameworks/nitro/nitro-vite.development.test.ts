import { describeDevelopment } from '../describe-development.ts';
import { nitroVite } from './nitro.ts';

describeDevelopment(nitroVite);
