import { nitro30 } from '../frameworks/nitro/nitro.ts';
import { describePlatform } from './describe-platform.ts';

// This version knows a base only at build time: its server answers nothing below it.
describePlatform(nitro30, { base: '', runtime: 'nodejs24.x' });
