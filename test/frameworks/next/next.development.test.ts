import { describeDevelopment } from '../describe-development.ts';
import { turbopack } from './next.ts';

describeDevelopment(turbopack);
