/** Every error of the program `workflow`. */
import { defineErrors } from '../runtime/contract/errors.ts';

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
      `The command "${command}" does not know what to do with "${found}".`,
    fix: ({ command }: { found: string; command: string }) => `see \`workflow ${command} --help\``,
  },
  cli_url_invalid: {
    message: ({ found }: { found: string }) => `"${found}" is not the address of an application.`,
    fix: () => 'call it with an address, such as `workflow doctor http://localhost:3000`',
  },
  cli_port_unusable: {
    message: ({ port, reason }: { port: number; reason: string }) => `Nothing can listen on port ${port}: ${reason}.`,
    fix: () => 'end what uses it, or choose another --port',
  },
  cli_secret_missing: {
    message: ({ dataDir }: { dataDir: string }) =>
      `The checks must be signed, but there is neither a WORKFLOW_SECRET nor a store in ${dataDir}.`,
    fix: () => 'set WORKFLOW_SECRET to what the application has, or start this in the folder of the application',
  },
  cli_code_unknown: {
    message: ({ found }: { found: string; hint: string }) => `There is no error with the code "${found}".`,
    fix: ({ hint }: { found: string; hint: string }) => hint,
  },
});
