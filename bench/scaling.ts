/**
 * `node bench/scaling.ts`: the numbers of docs/scaling.md, on a PostgreSQL server that it starts with default settings.
 *
 *   --runs N    runs that have ended, in the large store (default: 1000000)
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../scripts/postgres-server.ts';
import './marks.ts';
import { openApplication, createWorld } from './drivers/our-application.ts';
import { descendantsCpuMs } from './process-tree.ts';
import type { System } from './system.ts';
import { alignTable, roundForPeople } from './table.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000000' } } });
const ENDED = Number(values.runs);
const IN_FLIGHT = 100;
const RUNS = 600;
const STEPS = 20;
const SLEEPING = 10_000;
const IDLE_MS = 20_000;
/** Counters of other connections are told once a second. */
const SETTLE_MS = 1_500;
/** By the thread that renews the lease, three times in ten seconds. */
const RENEWALS_PER_SECOND = 0.3;
const TABLES = ['runs', 'events', 'inbox', 'hooks', 'creation_times'];

/** Statements that this process has sent, without that thread. */
let asked = 0;
const send = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
Reflect.set(Client.prototype, 'query', function count(this: Client, ...args: unknown[]) {
  asked += 1;
  return send.apply(this, args);
});

const dir = mkdtempSync(join(tmpdir(), 'workflow-scaling-'));
chmodSync(dir, 0o755);
const server = await startPostgres({
  dir: join(dir, 'postgres'),
  modules: join(import.meta.dirname, '../node_modules'),
});
const url = `${server.url}/postgres`;
const sql = new Client(url);
await sql.connect();
const ask = async (expression: string): Promise<number> => {
  const { rows } = await sql.query<{ answer: string }>(`select (${expression})::text as answer`);
  return Number(rows[0]!.answer);
};
const world = await createWorld({ kind: 'postgres', url });
const system = await openApplication(dir, {
  world,
  diskBytes: async () => ({ data: 0, log: 0 }),
  settings: async () => ({}),
  close: async () => {},
});
const rows: string[][] = [['', 'figure']];
const tell = (name: string, figure: number): void => void rows.push([name, roundForPeople(figure)]);

try {
  await work(system, 100);
  await measureWork('');
  await measureIdle('');
  await createSleeping();
  await measureIdle(` beside ${SLEEPING} sleeping runs`);
  const empty = await measureReads();
  await fill();
  const full = await measureReads();
  for (const name of Object.keys(empty)) tell(`${name}: beside ${ENDED} ended runs, ms`, full[name]!);
  for (const name of Object.keys(empty)) tell(`${name}: without them, ms`, empty[name]!);
  await measureWork(` beside ${ENDED} ended runs`);
  await measureIdle(` beside ${ENDED} ended runs`);
  console.log(alignTable(rows));
} finally {
  await system.close();
  await sql.end();
  await server.stop();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs of `STEPS` steps, `IN_FLIGHT` at a time. */
async function work({ start }: System, count: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await (await start('sequence', [STEPS])).result();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

async function measureWork(where: string): Promise<void> {
  const before = await readCounters();
  const startedAt = performance.now();
  await work(system, RUNS);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await readCounters();
  const steps = RUNS * STEPS;
  tell(`steps per second${where}`, steps / seconds);
  tell(`commits of the engine per step${where}`, (after.commits - before.commits) / steps);
  tell(`transactions of the database per step${where}`, (after.transactions - before.transactions) / steps);
  tell(`log (WAL) per step, bytes${where}`, (after.log - before.log) / steps);
  tell(`CPU of the application per step, ms${where}`, (after.own - before.own) / steps);
  tell(`CPU of the server per step, ms${where}`, (after.server - before.server) / steps);
  tell(`connections${where}`, after.connections);
  for (const table of TABLES.slice(0, 2)) {
    tell(`table ${table} per step, bytes${where}`, (after.sizes[table]! - before.sizes[table]!) / steps);
    tell(`indexes of ${table} per step, bytes${where}`, (after.indexes[table]! - before.indexes[table]!) / steps);
  }
  tell(`rewrites of runs that touch no index, part${where}`, await hotShare());
  const vacuumAt = performance.now();
  for (const table of TABLES) await sql.query(`vacuum workflow.${table}`);
  tell(`vacuum, ms${where}`, performance.now() - vacuumAt);
}

async function measureIdle(where: string): Promise<void> {
  const [statements, { user, system: kernel }] = [asked, process.cpuUsage()];
  await delay(IDLE_MS);
  const used = process.cpuUsage({ user, system: kernel });
  tell(`idle worker: statements per second${where}`, (asked - statements) / (IDLE_MS / 1000) + RENEWALS_PER_SECOND);
  tell(`idle worker: CPU of the application, ms per second${where}`, (used.user + used.system) / IDLE_MS);
}

interface Counters {
  commits: number;
  transactions: number;
  log: number;
  own: number;
  server: number;
  connections: number;
  sizes: Record<string, number>;
  indexes: Record<string, number>;
}

async function readCounters(): Promise<Counters> {
  await delay(SETTLE_MS);
  const transactions = await ask(`select xact_commit from pg_stat_database where datname = current_database()`);
  const sizes: Record<string, number> = {};
  const indexes: Record<string, number> = {};
  for (const table of TABLES) {
    sizes[table] = await ask(`pg_table_size('workflow.${table}')`);
    indexes[table] = await ask(`pg_indexes_size('workflow.${table}')`);
  }
  const { user, system: kernel } = process.cpuUsage();
  return {
    commits: system.commits?.() ?? 0,
    transactions,
    log: await ask(`pg_current_wal_lsn() - '0/0'`),
    own: (user + kernel) / 1000,
    server: descendantsCpuMs(process.pid),
    connections: await ask(`select count(*) from pg_stat_activity where application_name like 'workflow %'`),
    sizes,
    indexes,
  };
}

function hotShare(): Promise<number> {
  return ask(`select n_tup_hot_upd / greatest(n_tup_upd, 1)::numeric from pg_stat_user_tables where relname = 'runs'`);
}

/** As many sleeping runs leave them: rows, due in a day. */
async function createSleeping(): Promise<void> {
  await sql.query(`insert into workflow.runs (run_id, workflow_id, build_id, status, created_at, started_at, seq, epoch,
      wake_at, due_at, inbox_last, inbox_taken, base_seq, abandoned)
    select 'wrun_0S' || lpad(i::text, 24, '0'), 'workflow//./workflows/bench//nap', 'b', 1, at, at, 4, 1,
      at + 86400000, at + 86400000, 0, 0, 0, 0
    from generate_series(1, ${SLEEPING}) i, (select floor(extract(epoch from now()) * 1000)::bigint as at) now`);
  await sql.query('analyze workflow.runs');
}

async function fill(): Promise<void> {
  const text = `insert into workflow.runs (run_id, workflow_id, build_id, status, created_at, started_at, completed_at,
      seq, epoch, inbox_last, inbox_taken, base_seq, abandoned, retention_ms, expires_at)
    select 'wrun_0E' || lpad(i::text, 24, '0'), 'workflow//app/w' || (i % 10) || '//w', 'b',
      case when i % 50 = 0 then 3 else 2 end, i * 60000::bigint, i * 60000::bigint, i * 60000::bigint + 1000,
      5, 1, 0, 0, 0, 0, 8e15::bigint, 8e15::bigint + i
    from generate_series(1, ${ENDED}) i`;
  await sql.query(text);
  await sql.query(`insert into workflow.creation_times select id / 1024, min(created_at), max(created_at)
    from workflow.runs group by 1 on conflict (block) do update
    set first = least(creation_times.first, excluded.first), last = greatest(creation_times.last, excluded.last)`);
  await sql.query(`insert into workflow.events (run, seq, at, type, call, attempt, name, payload)
    select r.id, s, r.created_at, s, 0, 1, 'step//app//s', repeat('x', 60)
    from workflow.runs r, generate_series(1, 5) s where run_id like 'wrun_0E%'`);
  await sql.query('vacuum analyze workflow.runs');
  await sql.query('vacuum analyze workflow.events');
}

/** The quickest of several, in milliseconds. */
async function measureReads(): Promise<Record<string, number>> {
  const reads: Record<string, () => Promise<unknown>> = {
    nextDueAt: () => world.nextDueAt(),
    'purge of nothing': () => world.purgeExpired(Date.now(), 500),
    'list, newest': () => world.listRuns({ limit: 50 }),
    'list, created before a time': () => world.listRuns({ createdUntil: 600_000_000, limit: 50 }),
    'list, running': () => world.listRuns({ statuses: ['running'], limit: 50 }),
    'list, failed': () => world.listRuns({ statuses: ['failed'], limit: 50 }),
    countLiveRuns: () => world.countLiveRuns(),
  };
  const taken: Record<string, number> = {};
  for (const [name, read] of Object.entries(reads)) {
    taken[name] = Infinity;
    for (let i = 0; i < 15; i++) {
      const startedAt = performance.now();
      await read();
      taken[name] = Math.min(taken[name], performance.now() - startedAt);
    }
  }
  return taken;
}
