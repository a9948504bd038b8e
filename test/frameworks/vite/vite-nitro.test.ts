import { describeDevelopment } from '../describe-development.ts';
import { describeProduction } from '../describe-production.ts';
import { viteNitro, viteNitroRoutes } from './vite.ts';

describeProduction(viteNitro);
describeDevelopment(viteNitro);
describeDevelopment(viteNitroRoutes);
