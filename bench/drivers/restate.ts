/** Restate: its server as a process of its own, its SDK in this one. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { directoryBytes } from '../disk-usage.ts';
import { serveDriver } from '../driver.ts';
import { marks } from '../marks.ts';
import { postJson } from '../post-json.ts';
import { killTree } from '../process-tree.ts';
import type { System } from '../system.ts';
import { freePort, listenLocally } from '../../scripts/listen-locally.ts';

/** The part of the SDK's context that the workflows use. */
interface Context {
  run<Result>(name: string, step: () => Promise<Result>): Promise<Result>;
  sleep(durationMs: number): Promise<void>;
  awakeable<T>(): { id: string; promise: Promise<T> };
}

interface RestateSdk {
  service(definition: { name: string; handlers: Record<string, (context: Context, args: never) => Promise<number>> }): {
    name: string;
  };
  createEndpointHandler(options: {
    services: object[];
  }): (request: Http2ServerRequest, response: Http2ServerResponse) => void;
}

const MODULES = fileURLToPath(new URL('../peers/node_modules', import.meta.url));
const requirePeer = createRequire(join(MODULES, 'bench.js'));
const sdk: RestateSdk = requirePeer('@restatedev/restate-sdk');

const SERVICE = 'bench';
const LOOK_AGAIN_MS = 50;
const BOOT_LIMIT_MS = 30_000;

/** Ids of the awakeables that runs wait for, by the workload's token. */
const awakeables = new Map<string, string>();
let ingressUrl = '';
const resolveUrl = (awakeableId: string): string => `${ingressUrl}/restate/awakeables/${awakeableId}/resolve`;

function mark(context: Context, value: number): Promise<number> {
  return context.run('mark', async () => {
    marks.add();
    return value;
  });
}

const bench = sdk.service({
  name: SERVICE,
  handlers: {
    async sequence(context, [steps]: [number]) {
      for (let i = 0; i < steps; i++) await mark(context, i);
      return steps;
    },
    async fanOut(context, [steps]: [number]) {
      const results = await Promise.all(Array.from({ length: steps }, (_, i) => mark(context, i)));
      return results.length;
    },
    async nap(context) {
      await mark(context, 0);
      await context.sleep(100);
      return await mark(context, 1);
    },
    async waitForHook(context, [steps, token]: [number, string]) {
      for (let i = 0; i < steps; i++) await mark(context, i);
      const { id, promise } = context.awakeable<number>();
      awakeables.set(token, id);
      return await mark(context, await promise);
    },
    async waitForCall(context) {
      const { id, promise } = context.awakeable<number>();
      await context.run('announce', async () => marks.announce(resolveUrl(id)));
      await promise;
      return await mark(context, 1);
    },
  },
});

async function open(dir: string): Promise<System> {
  const endpoint = createHttp2Server(sdk.createEndpointHandler({ services: [bench] }));
  const endpointPort = await listenLocally(endpoint);
  const [ingressPort, adminPort, nodePort] = [await freePort(), await freePort(), await freePort()];
  const base = join(dir, 'restate');
  const server = spawn(join(MODULES, '.bin/restate-server'), ['--no-logo'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      RESTATE_BASE_DIR: base,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_PORT: String(nodePort),
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'error',
    },
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  ingressUrl = `http://127.0.0.1:${ingressPort}`;
  await untilAnswered(() =>
    postJson(`http://127.0.0.1:${adminPort}/deployments`, { uri: `http://127.0.0.1:${endpointPort}`, force: true }),
  );
  return {
    async start(workflow, args) {
      const result = postJson(`${ingressUrl}/${SERVICE}/${workflow}`, args).then((text): unknown => JSON.parse(text));
      // A run that waits at the end of a workload is cut off with its server.
      result.catch(() => {});
      return {
        result: () => result,
        chunks: () => {
          throw new Error('Restate has no streams.');
        },
      };
    },
    isOpen: async (token) => awakeables.has(token),
    resume: async (token, payload) => void (await postJson(resolveUrl(awakeables.get(token)!), payload)),
    diskBytes: async () => ({ data: directoryBytes(base), log: 0 }),
    settings: async () => ({ store: 'RocksDB of its server, one node' }),
    async close() {
      // This is a launcher, which does not end its server.
      killTree(server.pid!);
      await ended;
      endpoint.close();
    },
  };
}

async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + BOOT_LIMIT_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(LOOK_AGAIN_MS);
    }
  }
}

await serveDriver(open);
