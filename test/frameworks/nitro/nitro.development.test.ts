import { describeDevelopment } from '../describe-development.ts';
import { nitro } from './nitro.ts';

describeDevelopment(nitro);
