/** `workflow web`: the dashboard of a store, or of an application that runs elsewhere. */
import { spawn } from 'node:child_process';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import { cliError } from '../program/messages.ts';
import { OPERATIONS_OPTIONS, readNumber } from '../program/project-options.ts';
import { namesApplication } from '../program/remote-application.ts';
import { withOperations } from '../program/store-operations.ts';

const PORT_DEFAULT = 4_983;
const LOOPBACK = '127.0.0.1';

/** The command `web`. */
export const webCommand: CliCommand = {
  name: 'web',
  summary: 'serves the dashboard of a store, or of an application with --url',
  details: `Anybody on this machine may use it. On another address than ${LOOPBACK} it asks for the token that --token prints.`,
  examples: ['web --open', 'web --database postgres://app:secret@db:5432/shop', 'web --token'],
  options: {
    ...OPERATIONS_OPTIONS,
    port: { value: '<number>', help: `port to listen on; 0 takes any free one (default: ${PORT_DEFAULT})` },
    host: { value: '<address>', help: `address to listen on (default: ${LOOPBACK})` },
    open: { help: 'opens the browser' },
    token: { help: 'prints the token that opens the dashboard of this store, and ends' },
    ...JSON_OPTION,
  },
  run: (given) => (given.options.has('token') ? printToken(given) : serve(given)),
};

async function printToken(given: GivenArguments): Promise<number> {
  if (namesApplication(given))
    throw cliError('cli_option_invalid', { option: '--token', expected: 'left out beside --url', found: 'given' });
  return await withOperations(given, async () => {
    const { readDashboardToken } = await import('../../dashboard/server/sign-in.ts');
    const token = await readDashboardToken();
    if (wantsJson(given)) printJson({ token });
    else console.log(token);
    return 0;
  });
}

async function serve(given: GivenArguments): Promise<number> {
  const port = readNumber(given, 'port', { min: 0, max: 65_535 }) ?? PORT_DEFAULT;
  const host = given.options.get('host') ?? LOOPBACK;
  return await withOperations(given, async (operations) => {
    const { serveDashboard } = await import('./serve-dashboard.ts');
    return await serveDashboard({
      operations,
      place: { port, host },
      isRemote: namesApplication(given),
      onListening(url) {
        if (wantsJson(given)) printJson({ url });
        else console.log(`The dashboard is at ${url}`);
        if (given.options.has('open')) openBrowser(url);
      },
    });
  });
}

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Without a browser the address is still there to read. */
function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
