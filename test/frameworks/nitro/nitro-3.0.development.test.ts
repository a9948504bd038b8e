import { describeDevelopment } from '../describe-development.ts';
import { nitro30 } from './nitro.ts';

describeDevelopment(nitro30);
