/** The shops that the story can be told of: one server on a file, or two on a database. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../postgres-server.ts';
import { findFreePort, OrdersApp } from './orders-app.ts';
import type { Timeline } from './timeline.ts';

/** A shop, of which one server will be killed. */
export interface Shop {
  /** Where customers find it at this moment. */
  readonly url: string;
  /** The end of what its servers have printed. */
  readonly output: string;
  /** Starts it. Resolves when it answers. */
  open(timeline: Timeline): Promise<void>;
  /** Ends the server at {@link url} as a power cut would. */
  kill(): Promise<void>;
  /** Whatever it takes until customers find it again. */
  goOn(timeline: Timeline): Promise<void>;
  /** Ends everything without waiting: for the moment in which this process ends. */
  endNow(): void;
  /** Resolves when its last server ends by itself. */
  untilEnd(): Promise<void>;
}

/** Where servers keep what they have, and the port that is tried first. */
export interface ShopOptions {
  port: number;
  dataDir: string;
}

/** One server and a file: it is started again. */
export async function createSmallShop({ port, dataDir }: ShopOptions): Promise<Shop> {
  const app = new OrdersApp({ port: await findFreePort(port), env: { WORKFLOW_DATA_DIR: dataDir } });
  return {
    url: app.url,
    get output() {
      return app.output;
    },
    async open(timeline) {
      timeline.add('server', `listens at ${app.url}, as process ${await app.start()}`);
    },
    kill: () => app.kill(),
    async goOn(timeline) {
      timeline.add('you', 'start the server again; that is all');
      timeline.add('server', `listens again, as process ${await app.start()}`);
    },
    endNow: () => app.killNow(),
    untilEnd: () => app.untilEnd(),
  };
}

/** Short, so that nobody waits long for the other server. */
const LEASE_MS = 2_000;
const MODULES = join(import.meta.dirname, '../../node_modules');

/** Two servers on one PostgreSQL: the other one takes over, and nobody starts anything. */
export async function createFleetShop({ port, dataDir }: ShopOptions): Promise<Shop> {
  const databaseDir = mkdtempSync(join(tmpdir(), 'workflow-start-'));
  // The server of the database may run as another user.
  chmodSync(databaseDir, 0o755);
  let database: Postgres | null = null;
  let servers: OrdersApp[] = [];
  let answering = 0;
  const serverNow = (): OrdersApp => servers[answering]!;
  return {
    get url() {
      return serverNow().url;
    },
    get output() {
      return servers.map((server) => server.output).join('\n');
    },
    async open(timeline) {
      database = await startPostgres({ dir: join(databaseDir, 'data'), modules: MODULES });
      const env = {
        WORKFLOW_WORLD: 'postgres',
        WORKFLOW_DATABASE_URL: `${database.url}/postgres`,
        WORKFLOW_LEASE_MS: String(LEASE_MS),
        ORDERS_LEDGER: join(dataDir, 'ledger.jsonl'),
      };
      timeline.add('server', 'PostgreSQL is ready');
      for (let n = 0; n < 2; n++) {
        const server = new OrdersApp({ port: await findFreePort(n === 0 ? port : 0), env });
        servers = [...servers, server];
        timeline.add('server', `${n + 1} listens at ${server.url}, as process ${await server.start()}`);
      }
    },
    kill: () => serverNow().kill(),
    async goOn(timeline) {
      answering = 1;
      timeline.add('you', 'do nothing; customers go to the other server, as behind a load balancer');
    },
    endNow() {
      for (const server of servers) server.killNow();
      // Its last words would go to files that are about to be removed.
      void database?.kill();
      rmSync(databaseDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
    untilEnd: () => serverNow().untilEnd(),
  };
}
