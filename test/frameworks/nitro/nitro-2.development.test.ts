import { describeDevelopment } from '../describe-development.ts';
import { nitro2 } from './nitro.ts';

describeDevelopment(nitro2);
