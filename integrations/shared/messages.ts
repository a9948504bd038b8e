/** Errors that all integrations share. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes errors by code; the message ends with the fix. */
export const integrationError = defineErrors({
  integration_option_invalid: {
    message: ({ option, expected, found }: { option: string; expected: string; found: string }) =>
      `The option "${option}" must be ${expected}, but is ${found}.`,
    fix: ({ option }: { option: string; expected: string; found: string }) =>
      `correct "${option}" in the configuration, or leave it out`,
  },
  integration_option_unknown: {
    message: ({ option }: { option: string; known: string }) => `There is no option "${option}".`,
    fix: ({ known }: { option: string; known: string }) => `remove it, or correct its name; there are: ${known}`,
  },
  integration_option_misplaced: {
    message: ({ option }: { option: string; place: string }) => `There is no option "${option}" in this place.`,
    fix: ({ place }: { option: string; place: string }) => `write "${place}"`,
  },
  integration_folder_missing: {
    message: ({ option, folder, rootDir }: { option: string; folder: string; rootDir: string }) =>
      `The option "${option}" names the folder "${folder}", which is not in ${rootDir}.`,
    fix: ({ option }: { option: string; folder: string; rootDir: string }) =>
      `make the folder, or correct "${option}": paths are relative to the root of the project`,
  },
  integration_route_taken: {
    message: ({ route, place }: { route: string; place: string }) =>
      `The application has a route of its own at "${route}" (${place}), which belongs to the workflows.`,
    fix: () => 'remove it, or give it another path',
  },
  integration_engine_twice: {
    message: ({ rootDir }: { rootDir: string }) =>
      `"workflow/nitro" is set up by two versions of Nitro, "nitropack" and "nitro", in ${rootDir}.`,
    fix: () => 'build the application with one of them, and remove the module from the configuration of the other',
  },
  integration_body_parsed: {
    message: () => 'A body parser took the bytes of this request before the workflow routes could read them.',
    fix: () =>
      'mount the workflow handler ahead of all body parsers, such as express.json(), or have the parser keep the bytes (Nest: rawBody: true)',
  },
  integration_request_failed: {
    message: () => 'The request could not be answered.',
    fix: () => 'see the log of the server for the reason',
  },
  integration_thread_unplaced: {
    message: ({ file }: { file: string }) =>
      `The store's thread could not be placed in the output: "${file}" does not start it any more.`,
    fix: () => 'install the package again; if that does not help, report it, because it is a defect of the package',
  },
});
