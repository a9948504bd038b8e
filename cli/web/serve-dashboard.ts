/** Serves the dashboard until a signal ends it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createOwnDashboard } from '../../dashboard/server/create-dashboard.ts';
import { toNodeHandler } from '../../integrations/shared/node-handler.ts';
import { originOf } from '../../integrations/shared/public-address.ts';
import type { Operations } from '../../runtime/entries/operations.ts';
import { cliError } from '../program/messages.ts';
import { untilToldToEnd } from '../program/until-told-to-end.ts';

/** The dashboard to serve, and its place. */
export interface ServeDashboardOptions {
  operations: Operations;
  place: { port: number; host: string };
  /** The operations are those of an application elsewhere. */
  isRemote: boolean;
  onListening(url: string): void;
}

/** Resolves with the exit code when a signal ends it. @throws `cli_port_unusable`. */
export async function serveDashboard({
  operations,
  place,
  isRemote,
  onListening,
}: ServeDashboardOptions): Promise<number> {
  const { port, host } = place;
  const dashboard = createOwnDashboard({ basePath: BASE_PATH, isDevelopment: true, operations, isRemote });
  const server = createServer(toNodeHandler(dashboard)).listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw cliError('cli_port_unusable', { port, reason: error.code ?? error.message }, error);
  });
  onListening(`${originOf(server)}${BASE_PATH}/`);
  const ended = once(server, 'close');
  await untilToldToEnd(ended.then(() => undefined));
  server.close();
  server.closeAllConnections();
  return 0;
}

const BASE_PATH = '/_workflow';
