/** Errors that only users of `workflow/nest` can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const nestError = defineErrors({
  nest_sources_missing: {
    message: ({ rootDir }: { rootDir: string }) => `There is no folder "src" in ${rootDir} to search for workflows.`,
    fix: () => 'name the folders of your workflows in "dirs", or set "skipBuild" to serve an existing build',
  },
  nest_dirs_hold_output: {
    message: ({ dir, distDir }: { dir: string; distDir: string }) =>
      `The option "dirs" names ${dir}, which contains the compiled files in ${distDir}, so every workflow would exist twice.`,
    fix: () => 'name only source folders in "dirs", such as "src"',
  },
  nest_module_type_mismatch: {
    message: ({ distDir }: { distDir: string }) =>
      `The compiled application in ${distDir} has CommonJS modules, but the option "moduleType" is "es6".`,
    fix: () => 'set "moduleType" to "commonjs"',
  },
  nest_build_missing: {
    message: ({ file }: { file: string }) =>
      `The option "skipBuild" is set, but there is no build: ${file} is missing.`,
    fix: () => 'build with NestLocalBuilder first, correct "outDir", or remove "skipBuild"',
  },
  nest_test_build_failed: {
    message: ({ reason }: { reason: string }) => `The workflows cannot be built for this test:\n${reason}`,
    fix: () => 'correct the files that the text names',
  },
  nest_module_without_options: {
    message: () => 'The application imports WorkflowModule without forRoot().',
    fix: () => 'import WorkflowModule.forRoot() in the root module',
  },
  nest_module_twice: {
    message: () => 'The application imports WorkflowModule.forRoot() twice, with different options.',
    fix: () => 'import it once, in the root module',
  },
  nest_controller_unconfigured: {
    message: () => 'WorkflowController is used without WorkflowModule and does not know which build to serve.',
    fix: () =>
      'call configureWorkflowController(outDir) before you create the application, or import WorkflowModule.forRoot()',
  },
  nest_context_missing: {
    message: () => 'getNestContext() found no running Nest application.',
    fix: () => 'call it inside a step, in an application that imports WorkflowModule.forRoot()',
  },
});
