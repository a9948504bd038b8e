/** The explanations of the compiler's errors. */
import { compileError } from '../compiler/messages.ts';
import { bundleExplanations } from './compiler-bundles.ts';
import { captureExplanations } from './compiler-captures.ts';
import { fileExplanations } from './compiler-files.ts';
import { functionExplanations } from './compiler-functions.ts';
import { explainCatalogue, type Area } from './explanation.ts';

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
