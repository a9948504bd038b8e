/** Errors of `workflow/server` and `workflow/register` that other integrations do not share. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const serverError = defineErrors({
  server_workflows_missing: {
    message: ({ dirs, outDir, rootDir }: { dirs: string; outDir: string; rootDir: string }) =>
      `There are no workflows in ${rootDir}: it has neither a folder "${dirs}" nor a build in "${outDir}".`,
    fix: () => 'name the folders of your workflows in "dirs", or run `workflow build` and copy its output there',
  },
  server_build_missing: {
    message: ({ outDir }: { outDir: string }) => `There is no build in ${outDir}.`,
    fix: () => 'run `workflow build` first with the same output folder, or remove "skipBuild"',
  },
  server_root_differs: {
    message: ({ rootDir, registered }: { rootDir: string; registered: string }) =>
      `"rootDir" is ${rootDir}, but workflow/register made the ids of workflows relative to ${registered}.`,
    fix: () => 'remove "rootDir" and start the process in the project folder',
  },
  server_address_unknown: {
    message: () => 'The address of this server is not known, so webhook URLs begin with http://localhost:3000.',
    fix: () => 'set WORKFLOW_BASE_URL to the public address of the application, or PORT to its port',
  },
  server_options_conflict: {
    message: () => 'The options "watch" and "skipBuild" contradict each other: watching means building.',
    fix: () => 'remove one of them',
  },
  register_syntax_unsupported: {
    message: ({ file }: { file: string }) => `Node cannot run ${file}: it strips types, but does not compile JSX.`,
    fix: () => 'build the application with a bundler (workflow/vite, /rollup, /rolldown, /esbuild), or remove the JSX',
  },
});
