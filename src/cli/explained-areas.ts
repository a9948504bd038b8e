/** All errors of this package, by the place in which people meet them. */
import { compilerArea } from '../explanations/compiler.ts';
import type { Area } from '../explanations/explanation.ts';
import { programArea } from './explanations.ts';

/** In the order of the index. A catalogue that is in no area fails test/error-pages.test.ts. */
export const AREAS: readonly Area[] = [compilerArea, programArea];
