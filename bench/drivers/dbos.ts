/** DBOS on a PostgreSQL server that this process starts. */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveDriver } from '../driver.ts';
import { marks } from '../marks.ts';
import type { System, WorkflowArgs, WorkflowName } from '../system.ts';
import { listenLocally } from '../../scripts/listen-locally.ts';
import { readDiskBytes, readServerSettings } from './postgres-figures.ts';
import { startPostgres } from '../../scripts/postgres-server.ts';

type Workflow = (...args: never[]) => Promise<number>;

/** The part of the SDK this driver uses. */
interface DbosSdk {
  DBOS: {
    setConfig(config: Record<string, unknown>): void;
    launch(): Promise<void>;
    shutdown(): Promise<void>;
    registerWorkflow(workflow: Workflow, config: { name: string }): Workflow;
    runStep<Result>(step: () => Promise<Result>, config: { name: string }): Promise<Result>;
    startWorkflow(
      workflow: Workflow,
      params: { workflowID?: string },
    ): (...args: WorkflowArgs) => Promise<{ workflowID: string; getResult(): Promise<unknown> }>;
    writeStream(key: string, value: string): Promise<void>;
    closeStream(key: string): Promise<void>;
    readStream(workflowId: string, key: string): AsyncIterable<unknown>;
    sleep(durationMs: number): Promise<void>;
    send(workflowId: string, message: number, topic: string): Promise<void>;
    recv(topic: string): Promise<number>;
    /** Of the workflow whose code asks. */
    workflowID: string | undefined;
  };
}

interface SqlClient {
  connect(): Promise<void>;
  query(sql: string): Promise<{ rows: { answer: string }[] }>;
  end(): Promise<void>;
}

const MODULES = fileURLToPath(new URL('../peers/node_modules', import.meta.url));
const requirePeer = createRequire(join(MODULES, 'bench.js'));
const { DBOS }: DbosSdk = requirePeer('@dbos-inc/dbos-sdk');
const pg: { Client: new (config: { connectionString: string }) => SqlClient } = requirePeer('pg');

const DATABASE = 'bench';
const TOPIC = 'hook';
const STREAM = 'chunks';
const CHUNK = 'x'.repeat(100);

function mark(value: number): Promise<number> {
  const step = async () => {
    marks.add();
    return value;
  };
  return DBOS.runStep(step, { name: 'mark' });
}

async function sequence(steps: number): Promise<number> {
  for (let i = 0; i < steps; i++) await mark(i);
  return steps;
}

async function fanOut(steps: number): Promise<number> {
  const results = await Promise.all(Array.from({ length: steps }, (_, i) => mark(i)));
  return results.length;
}

async function nap(): Promise<number> {
  await mark(0);
  await DBOS.sleep(100);
  return mark(1);
}

async function waitForHook(steps: number): Promise<number> {
  for (let i = 0; i < steps; i++) await mark(i);
  return mark(await DBOS.recv(TOPIC));
}

let address = '';

async function waitForCall(): Promise<number> {
  await DBOS.runStep(async () => marks.announce(`${address}/${DBOS.workflowID}`), { name: 'announce' });
  await DBOS.recv(TOPIC);
  return mark(1);
}

async function publish(chunks: number): Promise<number> {
  const write = async () => {
    marks.add();
    for (let i = 0; i < chunks; i++) await DBOS.writeStream(STREAM, CHUNK);
  };
  await DBOS.runStep(write, { name: 'write' });
  await DBOS.closeStream(STREAM);
  return chunks;
}

const WORKFLOWS: Record<WorkflowName, Workflow> = {
  sequence: DBOS.registerWorkflow(sequence, { name: 'sequence' }),
  fanOut: DBOS.registerWorkflow(fanOut, { name: 'fanOut' }),
  nap: DBOS.registerWorkflow(nap, { name: 'nap' }),
  waitForHook: DBOS.registerWorkflow(waitForHook, { name: 'waitForHook' }),
  waitForCall: DBOS.registerWorkflow(waitForCall, { name: 'waitForCall' }),
  publish: DBOS.registerWorkflow(publish, { name: 'publish' }),
};

async function open(dir: string): Promise<System> {
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), modules: MODULES });
  const databaseUrl = `${postgres.url}/${DATABASE}`;
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: databaseUrl, logLevel: 'error' });
  await DBOS.launch();
  // It has no webhooks: an application has a route that sends the message.
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    await DBOS.send(request.url!.slice(1), Number(body), TOPIC);
    response.end();
  });
  address = `http://127.0.0.1:${await listenLocally(server)}`;
  const sql = new pg.Client({ connectionString: databaseUrl });
  await sql.connect();
  const ask = async (expression: string): Promise<string> => {
    const { rows } = await sql.query(`SELECT (${expression})::text AS answer`);
    return rows[0]?.answer ?? '';
  };

  return {
    async start(workflow, args) {
      const params = workflow === 'waitForHook' ? { workflowID: String(args[1]) } : {};
      const handle = await DBOS.startWorkflow(WORKFLOWS[workflow], params)(...args);
      return { result: () => handle.getResult(), chunks: () => DBOS.readStream(handle.workflowID, STREAM) };
    },
    isOpen: async () => true,
    resume: (token, payload) => DBOS.send(token, payload, TOPIC),
    diskBytes: () => readDiskBytes(ask),
    settings: () => readServerSettings(ask),
    async close() {
      server.close();
      server.closeAllConnections();
      await sql.end();
      await DBOS.shutdown();
      await postgres.stop();
    },
  };
}

await serveDriver(open);
