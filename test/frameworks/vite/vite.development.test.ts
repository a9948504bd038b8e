import { describeDevelopment } from '../describe-development.ts';
import { vite } from './vite.ts';

describeDevelopment(vite);
