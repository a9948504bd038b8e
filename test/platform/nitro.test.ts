import { nitro } from '../frameworks/nitro/nitro.ts';
import { describePlatform } from './describe-platform.ts';

describePlatform(nitro, { base: '/shop', runtime: 'nodejs22.x' });
