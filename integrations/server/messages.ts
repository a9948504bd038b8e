/** Errors of `workflow/server` and `workflow/register` that other integrations do not share. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const serverError = defineErrors({
  server_workflows_missing: {
    message: ({ dirs, outDir, rootDir }: { dirs: string; outDir: string; rootDir: string }) =>
      `There are no workflows in ${rootDir}: neither a folder "${dirs}" nor a build in "${outDir}".`,
    fix: () => 'name the folders of the workflows in "dirs", or run `workflow build` and copy its output to here',
  },
  server_build_missing: {
    message: ({ outDir }: { outDir: string }) => `There is no build in ${outDir}.`,
    fix: () => 'run `workflow build` first, with the same folder, or leave out "skipBuild"',
  },
  server_root_differs: {
    message: ({ rootDir, registered }: { rootDir: string; registered: string }) =>
      `"rootDir" is ${rootDir}, but workflow/register gave the workflows of this process ids relative to ${registered}.`,
    fix: () => 'leave out "rootDir" and start the process in the folder of the project',
  },
  server_address_unknown: {
    message: () =>
      'The address of this server is not known, so the addresses of webhooks begin with http://localhost:3000.',
    fix: () => 'set WORKFLOW_BASE_URL to the public address of the application, or PORT to its port',
  },
  server_options_conflict: {
    message: () => 'The options "watch" and "skipBuild" exclude each other: what is watched is built.',
    fix: () => 'leave out one of them',
  },
  register_syntax_unsupported: {
    message: ({ file }: { file: string }) => `Node cannot run ${file}: it takes away types, but does not compile JSX.`,
    fix: () =>
      'build the application with a bundler (workflow/vite, /rollup, /rolldown, /esbuild), or write it without JSX',
  },
});
