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
  cli_argument_invalid: {
    message: ({ found, reason }: { found: string; reason: string }) => `"${found}" is not JSON: ${reason}.`,
    fix: () => `write values in JSON, and keep the shell from taking their quotes: '"text"', 42, '{"a":1}'`,
  },
  cli_option_missing: {
    message: ({ command, option }: { command: string; option: string }) =>
      `The command "${command}" needs ${option} here.`,
    fix: ({ option }: { command: string; option: string }) => `add ${option}`,
  },
  cli_runs_missing: {
    message: ({ command }: { command: string }) => `The command "${command}" was not told which runs it is for.`,
    fix: () => 'name runs by their ids, give conditions such as --workflow order, or --all',
  },
  cli_shell_unknown: {
    message: ({ found }: { found: string; known: string }) => `There is no completion for the shell "${found}".`,
    fix: ({ known }: { found: string; known: string }) => `name one of: ${known}`,
  },
  cli_workflow_unknown: {
    message: ({ found }: { found: string; hint: string }) => `The project has no workflow "${found}".`,
    fix: ({ hint }: { found: string; hint: string }) => hint,
  },
  cli_comparison_ended: {
    message: ({ reason }: { reason: string }) => `The process that ran the workflow ended before it. ${reason}`.trim(),
    fix: () => 'look for code that ends the process, or for an error in this output',
  },
  cli_path_missing: {
    message: ({ path }: { path: string }) => `There is no file or folder ${path}.`,
    fix: () => 'correct the path; relative paths start at the current folder',
  },
  cli_workflows_missing: {
    message: ({ rootDir, dirs, entries }: { rootDir: string; dirs: string; entries: string }) =>
      `There are no workflows or steps in ${rootDir} (folders: ${dirs}; files whose imports were followed: ${entries}).`,
    fix: () =>
      'name the folders of your workflows with --dirs, or the file with which your application begins with --entry',
  },
  cli_file_exists: {
    message: ({ file }: { file: string }) => `There is already a file ${file}, so the export was not written.`,
    fix: () => 'choose another name; an export never overwrites anything',
  },
  cli_file_unwritable: {
    message: ({ file, reason }: { file: string; reason: string }) => `The export ${file} cannot be written: ${reason}.`,
    fix: () => 'name a folder that exists, has room and may be written',
  },
  cli_url_invalid: {
    message: ({ found }: { found: string }) => `"${found}" is not the address of an application.`,
    fix: () => 'give the whole address, such as `workflow doctor http://localhost:3000`',
  },
  cli_against_unreadable: {
    message: ({ target, reason }: { target: string; reason: string }) =>
      `The builds of ${target} cannot be read: ${reason}.`,
    fix: () => 'give the folder of a build or of a store, or the address of an application or a database',
  },
  cli_port_unusable: {
    message: ({ port, reason }: { port: number; reason: string }) => `The worker cannot use port ${port}: ${reason}.`,
    fix: () => 'stop the program that uses it, or choose another --port',
  },
  cli_secret_missing: {
    message: ({ store }: { store: string }) =>
      `Requests to an application must be signed, but WORKFLOW_SECRET is not set and ${store} holds no store.`,
    fix: () => "set WORKFLOW_SECRET to the application's value, or run this in the folder of the application",
  },
  cli_token_missing: {
    message: ({ place }: { place: string }) => `There is no token for the application in ${place}.`,
    fix: () => 'set WORKFLOW_OPERATIONS_TOKEN, or name a file with the token by --token-file.',
  },
  init_package_missing: {
    message: ({ path }: { path: string }) => `There is no ${path}, so this folder is no project.`,
    fix: () => 'run `npm init -y` first, or name the project by --root',
  },
  init_package_invalid: {
    message: ({ path, reason }: { path: string; reason: string }) => `${path} cannot be read: ${reason}.`,
    fix: () => 'correct the file; it must be JSON without comments',
  },
  cli_code_unknown: {
    message: ({ found }: { found: string; hint: string }) => `There is no error with the code "${found}".`,
    fix: ({ hint }: { found: string; hint: string }) => hint,
  },
});
