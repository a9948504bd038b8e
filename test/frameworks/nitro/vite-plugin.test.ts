/** The plugin of `workflow/vite` beside Nitro's: it adds the module by itself. */
import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { nitroVitePlugin } from './nitro.ts';

describeProduction(nitroVitePlugin);
describeDevelopment(nitroVitePlugin);
