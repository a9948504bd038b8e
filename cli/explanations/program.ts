/** The explanations of the errors of the program `workflow`. */
import { explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';
import { cliError } from '../messages.ts';

export const programArea: Area = {
  title: 'The program `workflow`',
  about:
    'What `workflow <command>` says when it cannot do what it is told. It ends with 2 when it was not called as it should be, else with 1.',
  errors: explainCatalogue(cliError, {
    cli_command_unknown: {
      sample: { found: 'biuld', hint: 'did you mean "workflow build"?' },
      why: `The first word after \`workflow\` is the command. \`workflow --help\` lists all of them.`,
      wrong: { sh: 'workflow biuld' },
      right: { sh: 'workflow build' },
      see: ['program'],
    },
    cli_option_unknown: {
      sample: { found: '--dir', command: 'build', hint: 'did you mean "--dirs"?' },
      why: `A misspelled option that was ignored would let the command do something else than you asked for, so
nothing is done.`,
      wrong: { sh: 'workflow build --dir src' },
      right: { sh: 'workflow build --dirs src' },
      see: ['program'],
    },
    cli_option_invalid: {
      sample: { option: '--concurrency', expected: 'a whole number from 1 to 100000', found: '"many"' },
      why: `The option exists, but takes no such value. One that takes a value needs it behind a space or \`=\`; a
flag, such as \`--watch\`, takes none.`,
      wrong: { sh: 'workflow worker --concurrency many' },
      right: { sh: 'workflow worker --concurrency 20' },
      see: ['program'],
    },
    cli_argument_unexpected: {
      sample: { found: 'src', command: 'build' },
      why: `A word without dashes is only for commands that need one, such as the address for \`workflow doctor\`.
Everything else is given by options.`,
      wrong: { sh: 'workflow build src' },
      right: { sh: 'workflow build --dirs src' },
      see: ['program'],
    },
    cli_url_invalid: {
      sample: { found: 'localhost:3000' },
      why: `\`workflow doctor <url>\` sends requests to an application that runs already, as the callers of its
webhooks do, so it has to know the whole address: scheme, host, and the path below which the application is mounted.`,
      wrong: { sh: 'workflow doctor localhost:3000' },
      right: { sh: 'workflow doctor https://example.com/shop' },
      see: ['program'],
    },
    cli_port_unusable: {
      sample: { port: 3000, reason: 'EADDRINUSE' },
      why: `The worker could not open the port. \`EADDRINUSE\`: another process listens there, often the application
itself. \`EACCES\`: ports below 1024 are for privileged users. With \`--port 0\` the system chooses a free one.`,
      wrong: { sh: 'workflow worker --port 80' },
      right: { sh: 'workflow worker --port 8080' },
      see: ['program'],
    },
    cli_secret_missing: {
      sample: { dataDir: '/app/.workflow-data' },
      why: `The routes that doctor looks at answer only signed requests. It signs them with \`WORKFLOW_SECRET\`, or
with the secret in the store of the application. Neither is at hand here: the environment has no \`WORKFLOW_SECRET\`,
and there is no store in the data directory.`,
      wrong: { sh: 'workflow doctor https://example.com' },
      right: { sh: 'WORKFLOW_SECRET=… workflow doctor https://example.com' },
      see: ['settings', 'program'],
    },
    cli_code_unknown: {
      sample: { found: 'compile_function_synch', hint: 'did you mean "compile_function_sync"?' },
      why: `Every message of this package ends with a code in brackets, and every code has an explanation.
\`workflow explain\` lists all of them. A code that a message has and this list has not is of another version of the
package.`,
      wrong: { sh: 'workflow explain compile_function_synch' },
      right: { sh: 'workflow explain compile_function_sync' },
      see: ['program'],
    },
  }),
};
