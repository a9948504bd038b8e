/** Errors that all integrations share. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const integrationError = defineErrors({
  integration_option_invalid: {
    message: ({ option, expected, found }: { option: string; expected: string; found: string }) =>
      `The option "${option}" must be ${expected}, but is ${found}.`,
    fix: ({ option }: { option: string; expected: string; found: string }) =>
      `correct "${option}" in the configuration, or remove it`,
  },
  integration_option_unknown: {
    message: ({ option }: { option: string; known: string }) => `There is no option "${option}".`,
    fix: ({ known }: { option: string; known: string }) => `remove it, or use one of: ${known}`,
  },
  integration_option_misplaced: {
    message: ({ option }: { option: string; place: string }) => `The option "${option}" does not belong here.`,
    fix: ({ place }: { option: string; place: string }) => `write "${place}" instead`,
  },
  integration_folder_missing: {
    message: ({ option, folder, rootDir }: { option: string; folder: string; rootDir: string }) =>
      `The option "${option}" names the folder "${folder}", which does not exist in ${rootDir}.`,
    fix: ({ option }: { option: string; folder: string; rootDir: string }) =>
      `create the folder, or correct "${option}" (paths are relative to the project root)`,
  },
  integration_route_taken: {
    message: ({ route, place }: { route: string; place: string }) =>
      `The application has its own route at "${route}" (${place}), where the workflow routes belong.`,
    fix: () => 'remove that route, or move it to another path',
  },
  integration_engine_twice: {
    message: ({ rootDir }: { rootDir: string }) =>
      `Two versions of Nitro, "nitropack" and "nitro", load "workflow/nitro" in ${rootDir}.`,
    fix: () => 'remove "workflow/nitro" from the configuration of one of them',
  },
  integration_body_parsed: {
    message: () => 'A body parser read the body of this request before the workflow routes could.',
    fix: () =>
      'mount the workflow handler before all body parsers, such as express.json(), or let the parser keep the raw bytes (Nest: rawBody: true)',
  },
  integration_request_failed: {
    message: () => 'The server failed to answer the request.',
    fix: () => 'look for the cause in the log of the server',
  },
});
