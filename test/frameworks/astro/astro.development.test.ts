import { describeDevelopment } from '../describe-development.ts';
import { astro } from './astro.ts';

describeDevelopment(astro);
