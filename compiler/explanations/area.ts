/** The explanations of the compiler's errors. */
import { compileError } from '../messages.ts';
import { bundleExplanations } from './bundles.ts';
import { captureExplanations } from './captures.ts';
import { fileExplanations } from './files.ts';
import { functionExplanations } from './functions.ts';
import { explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

/** The area of `docs/errors` that explains every error of the compiler. */
export const compilerArea: Area = {
  title: 'The compiler',
  about:
    'Problems in your sources, with file, line and column. `workflow build`, the bundler plugins, the development servers and the editor all report them.',
  errors: explainCatalogue(compileError, {
    ...functionExplanations,
    ...captureExplanations,
    ...fileExplanations,
    ...bundleExplanations,
  }),
};
