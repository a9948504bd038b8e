import { describeDevelopment } from '../describe-development.ts';
import { sveltekit } from './sveltekit.ts';

describeDevelopment(sveltekit);
