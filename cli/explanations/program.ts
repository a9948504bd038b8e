/** Explanations of the errors of the program `workflow`. */
import { explainCatalogue, type Area } from '../../runtime/contract/explanation.ts';
import { cliError } from '../program/messages.ts';

/** The errors of calling the program. */
export const programArea: Area = {
  title: 'The program `workflow`',
  about:
    'Errors of `workflow <command>`. The exit code is 2 when the command was called wrongly, and 1 for every other error.',
  errors: explainCatalogue(cliError, {
    cli_command_unknown: {
      sample: { found: 'biuld', hint: 'did you mean "workflow build"?' },
      why: `The first word after \`workflow\` is the command. \`workflow --help\` lists all commands.`,
      wrong: { sh: 'workflow biuld' },
      right: { sh: 'workflow build' },
      see: ['program'],
    },
    cli_option_unknown: {
      sample: { found: '--dir', command: 'build', hint: 'did you mean "--dirs"?' },
      why: `If the command ignored a misspelled option, it would do something that you did not ask for. So it stops
before it does anything.`,
      wrong: { sh: 'workflow build --dir src' },
      right: { sh: 'workflow build --dirs src' },
      see: ['program'],
    },
    cli_option_invalid: {
      sample: { option: '--concurrency', expected: 'a whole number from 1 to 100000', found: '"many"' },
      why: `The option exists, but does not take this value. Write a value after a space or after \`=\`. Flags such as
\`--watch\` take no value.`,
      wrong: { sh: 'workflow worker --concurrency many' },
      right: { sh: 'workflow worker --concurrency 20' },
      see: ['program'],
    },
    cli_argument_invalid: {
      sample: { found: 'A-17', reason: 'Unexpected token' },
      why: `Arguments of runs and payloads of hooks are JSON, so that a number and a text can be told apart. The shell takes away
quotes, so a text needs two pairs.`,
      wrong: { sh: 'workflow start order A-17' },
      right: { sh: `workflow start order '"A-17"'` },
      see: ['program'],
    },
    cli_option_missing: {
      sample: { command: 'cancel', option: '--yes' },
      why: `The command cannot do anything sensible without this option. An action on many runs asks first, and where the input is
no terminal nobody can answer.`,
      wrong: { sh: 'workflow cancel --workflow order < /dev/null' },
      right: { sh: 'workflow cancel --workflow order --yes < /dev/null' },
      see: ['program'],
    },
    cli_runs_missing: {
      sample: { command: 'cancel' },
      why: `A call without any condition would act on every run of the store. That is what --all says.`,
      wrong: { sh: 'workflow cancel' },
      right: { sh: 'workflow cancel --workflow order --since 2h' },
      see: ['program'],
    },
    cli_shell_unknown: {
      sample: { found: 'tcsh', known: 'bash, zsh, fish' },
      why: `Each shell has a language of its own for completions.`,
      wrong: { sh: 'workflow completion tcsh' },
      right: { sh: 'workflow completion bash' },
      see: ['program'],
    },
    cli_argument_unexpected: {
      sample: { found: 'src', command: 'build' },
      why: `Only some commands take a word without dashes, such as the address for \`workflow doctor\`. Pass everything
else as options.`,
      wrong: { sh: 'workflow build src' },
      right: { sh: 'workflow build --dirs src' },
      see: ['program'],
    },
    cli_argument_missing: {
      sample: { command: 'backup', form: '<file>' },
      why: `The command cannot guess what it is about. Nothing was done.`,
      wrong: { sh: 'workflow backup' },
      right: { sh: 'workflow backup /backup/runs.db' },
      see: ['program'],
    },
    cli_workflow_unknown: {
      sample: { found: 'ordr', hint: 'did you mean "order"?' },
      why: `\`workflow graph\` and \`workflow compare\` take the name of a workflow function. They found no workflow with
this name in the folders that the build searches.`,
      wrong: { sh: 'workflow graph ordr' },
      right: { sh: 'workflow graph order' },
      see: ['program'],
    },
    cli_comparison_ended: {
      sample: { reason: '' },
      why: `\`workflow compare\` runs the code in processes of its own. One of them ended before the workflow did: a step
called \`process.exit()\`, or an error that nobody could catch ended it. The message holds what the process wrote to its error
output.`,
      wrong: { 'workflows/order.ts': `async function charge() {\n  'use step';\n  process.exit(1);\n}` },
      right: {
        'workflows/order.ts': `import { FatalError } from 'workflow';\n\nasync function charge() {\n  'use step';\n  throw new FatalError('The card was refused.');\n}`,
      },
      see: ['program'],
    },
    cli_path_missing: {
      sample: { path: '/app/tsconfig.build.json' },
      why: `A path that you pass must lead to a file or folder. \`--project\` is relative to the root of the project, and
other paths are relative to the folder in which you run the command.`,
      wrong: { sh: 'workflow check --root application' },
      right: { sh: 'workflow check --root app' },
      see: ['program'],
    },
    cli_workflows_missing: {
      sample: { rootDir: '/app', dirs: 'workflows', entries: 'none' },
      why: `\`workflow build\` looks into the folders that \`--dirs\` names, and follows the imports of your application
from the files that \`--entry\` names, or else its \`package.json\`. It found no function with a directive. The build in
the output folder is empty now, so no worker goes on with workflows that are gone.`,
      wrong: { sh: 'workflow build' },
      right: { sh: 'workflow build --entry src/server.ts' },
      see: ['program'],
    },
    init_package_missing: {
      sample: { path: '/shop/package.json' },
      why: `\`workflow init\` and \`workflow migrate\` work on a project, which its \`package.json\` describes.`,
      wrong: { sh: 'mkdir shop && cd shop && npx workflow init' },
      right: { sh: 'mkdir shop && cd shop && npm init -y && npx workflow init' },
      see: ['program'],
    },
    init_package_invalid: {
      sample: { path: '/shop/package.json', reason: 'Unexpected token' },
      why: `npm cannot read such a file either. Nothing was changed.`,
      wrong: { sh: `echo '{ "name": "shop", }' > package.json` },
      right: { sh: `echo '{ "name": "shop" }' > package.json` },
      see: ['program'],
    },
    cli_file_exists: {
      sample: { file: '/backup/runs.jsonl' },
      why: `An export never overwrites a file: it might be the only copy of runs. Put the date into the name.`,
      wrong: { sh: 'npx workflow export --freeze runs.jsonl' },
      right: { sh: 'npx workflow export --freeze runs-$(date +%F).jsonl' },
      see: ['program'],
    },
    cli_file_unwritable: {
      sample: { file: '/backup/runs.jsonl', reason: 'ENOSPC: no space left on device' },
      why: `The file gets its name when it is whole; until then nothing is there. With \`--freeze\` the store stays closed: repeat the
export, or open the store with \`workflow export --thaw\`.`,
      see: ['program'],
    },
    cli_url_invalid: {
      sample: { found: 'localhost:3000' },
      why: `\`workflow doctor <url>\` sends requests to a running application, as the callers of its webhooks do. So it
needs the whole address: the scheme, the host, and the path where the application is mounted.`,
      wrong: { sh: 'workflow doctor localhost:3000' },
      right: { sh: 'workflow doctor https://example.com/shop' },
      see: ['program'],
    },
    cli_port_unusable: {
      sample: { port: 3000, reason: 'EADDRINUSE' },
      why: `The worker could not open the port. \`EADDRINUSE\` means that another process uses it, often the application
itself. \`EACCES\` means that only privileged users may open it, as with ports below 1024. With \`--port 0\` the system
chooses a free port.`,
      wrong: { sh: 'workflow worker --port 80' },
      right: { sh: 'workflow worker --port 8080' },
      see: ['program'],
    },
    cli_against_unreadable: {
      sample: { target: '/app/build', reason: 'it has no manifest.json of a build' },
      why: `\`workflow check --against\` compares the steps of the project with those that runs call. It needs a build (a
folder with \`manifest.json\`), a store (a folder with \`workflow.db\`), or the address of a running application, which
answers only requests that are signed with its \`WORKFLOW_SECRET\`.`,
      wrong: { sh: 'workflow check --against build' },
      right: { sh: 'workflow check --against .workflow' },
      see: ['changes', 'program'],
    },
    cli_secret_missing: {
      sample: { store: '/app/.workflow-data' },
      why: `The routes answer only signed requests. The program signs them with \`WORKFLOW_SECRET\`, or with the secret in
the store of the application. Here the environment has no \`WORKFLOW_SECRET\`, and the data directory holds no store.`,
      wrong: { sh: 'workflow doctor https://example.com' },
      right: { sh: 'WORKFLOW_SECRET=… workflow doctor https://example.com' },
      see: ['settings', 'program'],
    },
    cli_token_missing: {
      sample: { place: 'WORKFLOW_OPERATIONS_TOKEN' },
      why: `With \`--url\` a command asks a running application, which wants one of its \`WORKFLOW_OPERATIONS_TOKENS\`. The token
never stands among the options: other users of the machine could read it in the list of processes.`,
      wrong: { sh: 'workflow runs --url https://example.com' },
      right: { sh: 'workflow runs --url https://example.com --token-file ~/.config/shop-token' },
      see: ['settings', 'program'],
    },
    cli_code_unknown: {
      sample: { found: 'compile_function_synch', hint: 'did you mean "compile_function_sync"?' },
      why: `Every message of this package ends with a code in brackets, and every code has an explanation.
\`workflow explain\` lists all codes. If a code from a message is not in that list, the message comes from another
version of the package.`,
      wrong: { sh: 'workflow explain compile_function_synch' },
      right: { sh: 'workflow explain compile_function_sync' },
      see: ['program'],
    },
  }),
};
