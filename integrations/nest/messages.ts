/** Errors that only users of `workflow/nest` can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const nestError = defineErrors({
  nest_sources_missing: {
    message: ({ rootDir }: { rootDir: string }) =>
      `There is no folder "src" in ${rootDir}, where workflows are looked for.`,
    fix: () =>
      'set "dirs" to the folders that hold them, or "skipBuild" where a build that was made before is to be served',
  },
  nest_dirs_hold_output: {
    message: ({ dir, distDir }: { dir: string; distDir: string }) =>
      `The folder ${dir} of the option "dirs" holds the compiled files in ${distDir}, so every workflow would be there twice.`,
    fix: () => 'name only the folders of the sources in "dirs", such as "src"',
  },
  nest_module_type_mismatch: {
    message: ({ distDir }: { distDir: string }) =>
      `The compiled application in ${distDir} is made of CommonJS modules, but the option "moduleType" is "es6".`,
    fix: () => 'set "moduleType" to "commonjs", so that steps load what the application has loaded',
  },
  nest_build_missing: {
    message: ({ file }: { file: string }) =>
      `The option "skipBuild" is set, but there is no build: ${file} is missing.`,
    fix: () => 'build with NestLocalBuilder beforehand, correct "outDir", or leave "skipBuild" out',
  },
  nest_module_without_options: {
    message: () => 'WorkflowModule was imported without forRoot().',
    fix: () => 'import WorkflowModule.forRoot() in the root module of the application',
  },
  nest_module_twice: {
    message: () => 'WorkflowModule.forRoot() was imported twice, with different options, in one application.',
    fix: () => 'import it once, in the root module of the application',
  },
  nest_controller_unconfigured: {
    message: () => 'WorkflowController is used without WorkflowModule, and does not know which build it serves.',
    fix: () =>
      'call configureWorkflowController(outDir) before the application is created, or import WorkflowModule.forRoot()',
  },
  nest_context_missing: {
    message: () => 'There is no application whose providers could be had.',
    fix: () => 'call getNestContext() inside of a step, in an application that imports WorkflowModule.forRoot()',
  },
});
