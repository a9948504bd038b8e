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
      `Two copies of the package "workflow": next.config imports the one in ${used}, the application that in ${found}.`,
    fix: () => 'install "workflow" only once, in the project that next.config belongs to',
  },
  integration_next_static: {
    message: () =>
      'The option "output" of Next is "export", which makes files without a server, and workflows need one.',
    fix: () => 'remove "output", or use "standalone"',
  },
  integration_next_out_dir: {
    message: ({ outDir, distDir }: { outDir: string; distDir: string }) =>
      `The option "outDir" is "${outDir}", which lies in "${distDir}": Next empties that folder.`,
    fix: () => 'choose a folder beside it, or leave "outDir" out',
  },
  integration_next_extension: {
    message: ({ extensions }: { extensions: string }) =>
      `No route can be written in a language of the option "pageExtensions" of Next: ${extensions}.`,
    fix: () => 'add "ts" or "js" to "pageExtensions"',
  },
  integration_next_proxy: {
    message: ({ file, path }: { file: string; path: string }) =>
      `"${file}" also gets the requests to ${path}; if it redirects or answers them, no webhook arrives.`,
    fix: ({ matcher }: { file: string; path: string; matcher: string }) =>
      `leave them out: export const config = { matcher: ${matcher} }`,
  },
  integration_next_slash: {
    message: () =>
      'With the options "basePath" and "trailingSlash" Next redirects calls of webhooks, and not all senders follow.',
    fix: () => 'set "skipTrailingSlashRedirect" to true, or leave one of the two out',
  },
  integration_next_target: {
    message: ({ file }: { file: string }) =>
      `"${file}" holds workflows or steps, and code for the browser or the edge runtime imports it.`,
    fix: () => 'import it where Node runs: start workflows in a server action or in a route',
  },
});
