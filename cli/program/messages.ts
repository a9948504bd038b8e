/** The errors of the program `workflow`. */
import { defineErrors } from '../../runtime/contract/errors.ts';

/** Makes the errors of calling the program: wrong commands, options and arguments. */
export const cliError = defineErrors({
  cli_command_unknown: {
    message: ({ found }: { found: string; hint: string }) => `There is no command "${found}".`,
    fix: ({ hint }: { found: string; hint: string }) => hint,
  },
  cli_option_unknown: {
    message: ({ found, command }: { found: string; command: string; hint: string }) =>
      `The command "${command}" has no option "${found}".`,
    fix: ({ hint }: { found: string; command: string; hint: string }) => hint,
  },
  cli_option_invalid: {
    message: ({ option, expected, found }: { option: string; expected: string; found: string }) =>
      `The option "${option}" must be ${expected}, but is ${found}.`,
    fix: ({ option }: { option: string; expected: string; found: string }) => `correct "${option}", or leave it out`,
  },
  cli_argument_unexpected: {
    message: ({ found, command }: { found: string; command: string }) =>
      `The command "${command}" has no use for "${found}".`,
    fix: ({ command }: { found: string; command: string }) => `see \`workflow ${command} --help\``,
  },
  cli_argument_missing: {
    message: ({ command, form }: { command: string; form: string }) => `The command "${command}" needs ${form}.`,
    fix: ({ command, form }: { command: string; form: string }) => `write \`workflow ${command} ${form}\``,
  },
  cli_workflow_unknown: {
    message: ({ found }: { found: string; hint: string }) => `The project has no workflow "${found}".`,
    fix: ({ hint }: { found: string; hint: string }) => hint,
  },
  cli_path_missing: {
    message: ({ path }: { path: string }) => `There is no file or folder ${path}.`,
    fix: () => 'correct the path; relative paths start at the current folder',
  },
  cli_url_invalid: {
    message: ({ found }: { found: string }) => `"${found}" is not the address of an application.`,
    fix: () => 'give the whole address, such as `workflow doctor http://localhost:3000`',
  },
  cli_against_unreadable: {
    message: ({ target, reason }: { target: string; reason: string }) =>
      `The builds of ${target} cannot be read: ${reason}.`,
    fix: () => 'give the folder of a build, the folder of a store, or the address of an application',
  },
  cli_port_unusable: {
    message: ({ port, reason }: { port: number; reason: string }) => `The worker cannot use port ${port}: ${reason}.`,
    fix: () => 'stop the program that uses it, or choose another --port',
  },
  cli_secret_missing: {
    message: ({ dataDir }: { dataDir: string }) =>
      `Requests to an application must be signed, but WORKFLOW_SECRET is not set and ${dataDir} holds no store.`,
    fix: () => "set WORKFLOW_SECRET to the application's value, or run this in the folder of the application",
  },
  cli_code_unknown: {
    message: ({ found }: { found: string; hint: string }) => `There is no error with the code "${found}".`,
    fix: ({ hint }: { found: string; hint: string }) => hint,
  },
});
