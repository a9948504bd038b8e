import { nitro2 } from '../frameworks/nitro/nitro.ts';
import { describePlatform } from './describe-platform.ts';

describePlatform(nitro2, { base: '/shop', runtime: 'nodejs22.x' });
