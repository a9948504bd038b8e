import { describeDevelopment } from '../describe-development.ts';
import { nuxt } from './nuxt.ts';

describeDevelopment(nuxt);
