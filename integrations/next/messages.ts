/** Errors and warnings that only users of `workflow/next` can meet. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors and warnings by code; the message ends with the fix. */
export const nextError = defineErrors({
  integration_next_too_old: {
    message: ({ version }: { version: string }) =>
      `"workflow/next" needs Next 16 or newer, but ${version} is installed.`,
    fix: () => 'run: npm install next@latest',
  },
  integration_next_copies: {
    message: ({ used, found }: { used: string; found: string }) =>
      `Two copies of the package "workflow" are installed: next.config imports ${used}, the application imports ${found}.`,
    fix: () => 'install "workflow" once, in the project of next.config',
  },
  integration_next_static: {
    message: () =>
      'The option "output" of Next is "export", which builds a site without a server, but workflows need one.',
    fix: () => 'remove "output", or use "standalone"',
  },
  integration_next_out_dir: {
    message: ({ outDir, distDir }: { outDir: string; distDir: string }) =>
      `The option "outDir" is "${outDir}", but Next empties the folder "${distDir}".`,
    fix: () => 'choose a folder outside of it, or remove "outDir"',
  },
  integration_next_extension: {
    message: ({ extensions }: { extensions: string }) =>
      `The option "pageExtensions" of Next (${extensions}) contains no extension for a route.`,
    fix: () => 'add "ts" or "js" to "pageExtensions"',
  },
  integration_next_proxy: {
    message: ({ file, path }: { file: string; path: string }) =>
      `"${file}" also gets the requests to ${path}; if it redirects or answers them, no webhook arrives.`,
    fix: ({ matcher }: { file: string; path: string; matcher: string }) =>
      `exclude them: export const config = { matcher: ${matcher} }`,
  },
  integration_next_slash: {
    message: () =>
      'With the options "basePath" and "trailingSlash", Next redirects webhook calls, but many senders do not follow redirects.',
    fix: () => 'set "skipTrailingSlashRedirect" to true, or remove one of the two',
  },
  integration_next_layer: {
    message: ({ page }: { page: string }) =>
      `The server does not hold the steps that its build has put into "${page}".`,
    fix: () =>
      'deploy all files that `next build` has made; if they are all there, this version of Next is not supported yet',
  },
  integration_next_development: {
    message: ({ page }: { page: string }) =>
      `Next does not compile the steps that "workflow/next" has put into "${page}".`,
    fix: () => 'restart the server; if that does not help, this version of Next is not supported yet',
  },
  integration_next_target: {
    message: ({ file }: { file: string }) =>
      `"${file}" holds workflows or steps, but code for the browser or the edge runtime imports it.`,
    fix: () => 'import it only in code for Node: start workflows in a server action or in a route',
  },
});
