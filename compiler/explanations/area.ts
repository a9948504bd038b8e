/** The explanations of the compiler's errors. */
import { compileError } from '../messages.ts';
import { bundleExplanations } from './bundles.ts';
import { captureExplanations } from './captures.ts';
import { fileExplanations } from './files.ts';
import { functionExplanations } from './functions.ts';
import { explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';

export const compilerArea: Area = {
  title: 'The compiler',
  about:
    'What the build says about your sources, with file, line and column: `workflow build`, the bundler plugins, the development servers and the editor alike.',
  errors: explainCatalogue(compileError, {
    ...functionExplanations,
    ...captureExplanations,
    ...fileExplanations,
    ...bundleExplanations,
  }),
};
