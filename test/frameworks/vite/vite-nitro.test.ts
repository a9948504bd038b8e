import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { viteNitro, viteNitroRoutes } from './vite.ts';

describeProduction(viteNitro);
// While the environment for pages is reloaded, Nitro answers from half-loaded modules.
describeDevelopment(viteNitroRoutes);
