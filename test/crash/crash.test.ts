/**
 * A server is killed (SIGKILL) at random moments while 200 runs with parallel steps, retries, sleeps and hooks are
 * under way. The promises are checked from the outside: by the answers that callers got, and by a ledger that the
 * steps write.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunId } from '../../runtime/contract/ids.ts';
import { createWorld } from '../../runtime/world/open.ts';
import { CrashingServer } from './crashing-server.ts';

const RUNS = Number(process.env['CRASH_RUNS'] ?? 200);
const CONCURRENT = 10;
const KILLS_MIN = 10;
const APP = join(import.meta.dirname, 'app');
const NITRO = join(import.meta.dirname, '../../node_modules/.bin/nitro');
const STEPS = ['first', 'left', 'middle', 'right', 'flaky', 'last'];

interface Payload {
  n: number;
  send: number;
}
interface Line {
  key: string;
  step: string;
  what: 'begin' | 'end';
}
interface Outcome {
  key: string;
  runId: string;
  /** Payloads that the server said it took. */
  accepted: Payload[];
  result: { sum: number; seen: Payload[] };
}

const dir = mkdtempSync(join(tmpdir(), 'workflow-crash-'));
const ledger = join(dir, 'ledger.jsonl');
const dataDir = join(dir, 'data');
let server: CrashingServer;
let serving: Promise<void>;
let outcomes: Outcome[];

/** A life in which nothing ended is followed by one of twice the length: a machine may be too busy for short ones. */
function createLifetimes(): () => number {
  let ended = 0;
  let factor = 1;
  return () => {
    const endedNow = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('"end"').length : 0;
    factor = endedNow > ended ? 1 : factor * 2;
    ended = endedNow;
    return factor * (50 + Math.random() * 450);
  };
}

beforeAll(async () => {
  execFileSync(process.execPath, [NITRO, 'build'], {
    cwd: APP,
    stdio: 'pipe',
    env: { ...process.env, NITRO_LOG_LEVEL: '0' },
  });
  server = new CrashingServer({
    entry: join(APP, '.output/server/index.mjs'),
    port: await findPort(),
    env: { WORKFLOW_DATA_DIR: dataDir, LEDGER: ledger },
    lifetimeMs: createLifetimes(),
  });
  serving = server.run();
  const names = Array.from({ length: RUNS }, (_, i) => `run${i}`);
  outcomes = [];
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      for (let name = names.shift(); name; name = names.shift()) outcomes.push(await drive(name));
    }),
  );
  server.endCrashes();
});

afterAll(async () => {
  await server?.stop();
  await serving;
  rmSync(dir, { recursive: true, force: true });
});

/** One caller: starts a run, sends its payloads, and waits for the result, whatever happens to the server meanwhile. */
async function drive(name: string): Promise<Outcome> {
  let key = name;
  let starts = 0;
  const { runId } = await insist<{ runId: string }>(() => {
    // A start that got no answer may have happened: another one needs a hook token of its own.
    key = `${name}.${starts++}`;
    return post('/storms', { key, ms: Math.floor(Math.random() * 150) });
  });
  const accepted: Payload[] = [];
  for (let n = 0; n < 3; n++) {
    let send = 0;
    await insist(async () => {
      const payload = { n, send: send++ };
      const answer = await post('/payloads', { key, payload });
      if (answer) accepted.push(payload);
      return answer;
    });
  }
  const result = await insist<Outcome['result']>(() => request(`/results?runId=${runId}`));
  return { key, runId, accepted, result };
}

/** Calls until there is an answer. */
async function insist<T>(call: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const answer = await call();
    if (answer) return answer as T;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const post = (path: string, body: unknown): Promise<unknown> =>
  request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

/** The answer, or `null` when there was none. */
async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(`${server.baseUrl}${path}`, init);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

function readLedger(): Map<string, Line[]> {
  const lines = readFileSync(ledger, 'utf8').trimEnd().split('\n');
  return Map.groupBy(
    lines.map((line) => JSON.parse(line) as Line),
    (line) => line.key,
  );
}

describe(`${RUNS} runs under a storm of kills`, () => {
  it('were really cut off', () => {
    expect(server.kills).toBeGreaterThanOrEqual(KILLS_MIN);
  });

  it('all end, with the right result', () => {
    expect(outcomes).toHaveLength(RUNS);
    expect(outcomes.map(({ result }) => result.sum)).toEqual(outcomes.map(() => 161));
  });

  it('get each accepted payload exactly once, in order of acceptance', () => {
    for (const { accepted, result } of outcomes) {
      const seen = result.seen.map(({ n, send }) => `${n}.${send}`);
      expect(new Set(seen).size).toBe(seen.length);
      // When the last number arrived by a send whose answer was lost, the workflow waits for no other.
      const isDone = ({ n, send }: Payload) => n === 2 && !seen.includes(`${n}.${send}`) && result.seen.at(-1)!.n === n;
      const due = accepted.filter((payload) => !isDone(payload)).map(({ n, send }) => `${n}.${send}`);
      expect(seen.filter((entry) => due.includes(entry))).toEqual(due);
    }
  });

  it('execute every step, and none again after its completion was recorded', () => {
    const ledgerByKey = readLedger();
    for (const { key } of outcomes) {
      const lines = ledgerByKey.get(key)!;
      for (const step of STEPS) expect(lines.some((line) => line.step === step && line.what === 'end')).toBe(true);
      // A later step begins only when all before it are recorded: from then on those must not run.
      const stages = [['first'], ['left', 'middle', 'right'], ['flaky'], ['last']];
      let stage = 0;
      for (const { step, what } of lines) {
        if (what !== 'begin') continue;
        const own = stages.findIndex((steps) => steps.includes(step));
        expect(own, `${key}: ${step} began after stage ${stage}`).toBeGreaterThanOrEqual(stage);
        stage = own;
      }
    }
  });

  it('have one dense journal each, with one end', async () => {
    await server.stop();
    await serving;
    const world = await createWorld({ kind: 'sqlite', dataDir });
    await world.open();
    try {
      for (const { runId } of outcomes) {
        const journal = await world.readJournal(runId as RunId);
        expect(journal.map((event) => event.seq)).toEqual(journal.map((_, i) => i + 1));
        expect(journal.filter((event) => /^run_(completed|failed|cancelled)$/.test(event.type))).toHaveLength(1);
        expect(journal.at(-1)!.type).toBe('run_completed');
      }
    } finally {
      await world.close();
    }
  });
});
