import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { viteNitro, viteNitroRoutes } from './vite.ts';

describeProduction(viteNitro);
// While an environment for pages is loaded again, Nitro answers from modules that are half there.
describeDevelopment(viteNitroRoutes);
