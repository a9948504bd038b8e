import { start } from 'workflow/api';
import { say } from '../workflows/words.ts';

export const init = () => start(say);
