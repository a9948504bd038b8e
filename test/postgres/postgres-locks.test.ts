/** Many who change the same rows never wait in a circle, and a request that the database sends back is repeated. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { RunId, WorkerId } from '../../runtime/contract/ids.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import type { World } from '../../runtime/world/world.ts';
import { postgresUrl, query } from '../world/postgres-queries.ts';
import { openPostgresWorld } from '../world/postgres-store.ts';
import {
  ALICE,
  BOB,
  completed,
  hookCreated,
  hookDisposed,
  LEASE_UNTIL,
  NOW,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
} from '../world/run-fixtures.ts';

const ROUNDS = Number(process.env['LOCK_ROUNDS'] ?? 12);
const RUNS = 8;

/** A database of its own: the server counts deadlocks by database. */
async function makeDatabase(...settings: string[]): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(`create database ${name}`);
  onTestFinished(async () => void (await query(`drop database ${name} with (force)`)));
  for (const setting of settings) await query(`alter database ${name} set ${setting}`);
  const url = new URL(postgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** The server counts what a connection did when that has ended. */
async function countDeadlocks(url: string): Promise<number> {
  const [row] = await query<{ deadlocks: string }>(
    'select pg_stat_clear_snapshot(), deadlocks from pg_stat_database where datname = current_database()',
    url,
  );
  return Number(row!.deadlocks);
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => [Math.random(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);

/** A run in the hands of its owner. */
interface Held {
  world: World;
  owner: WorkerId;
  runId: RunId;
  seq: number;
}

/** Two Worlds whose runs write to each other's inboxes, streams and tokens. */
class Crowd {
  readonly worlds: readonly World[];
  readonly url: string;
  #runs: Held[] = [];
  #count = 0;

  private constructor(url: string, worlds: readonly World[]) {
    this.url = url;
    this.worlds = worlds;
  }

  static async open(url: string): Promise<Crowd> {
    const worlds = [await openPostgresWorld('locks', { url }), await openPostgresWorld('locks', { url })];
    for (const [i, owner] of [ALICE, BOB].entries()) await worlds[i]!.joinWorker(owner, LEASE_UNTIL);
    return new Crowd(url, worlds);
  }

  /** One round of everything at once. */
  async round(): Promise<void> {
    this.#runs = await Promise.all(Array.from({ length: RUNS }, (_, i) => this.create(i % 2)));
    await Promise.all(
      shuffled([...this.#runs.map((run) => () => this.commit(run, this.#othersOf(run))), ...this.#others()]).map(
        (act) => act(),
      ),
    );
    await Promise.all(this.#runs.map((run) => this.#exchangeTokens(run)));
    await Promise.all(
      shuffled([...this.#runs.map((run) => () => this.#end(run)), ...this.#others()]).map((act) => act()),
    );
    const ids = this.#runs.map(({ runId }) => runId);
    const gone = this.worlds.map((world) => world.deleteRuns(shuffled(ids)));
    const counts = await Promise.all([...gone, ...this.worlds.map((world) => world.purgeExpired(NOW, 100))]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(RUNS);
  }

  async create(which: number): Promise<Held> {
    const [world, owner, runId] = [this.worlds[which]!, [ALICE, BOB][which]!, toRunId(++this.#count)];
    const events = [hookCreated(0, `token ${runId}`)];
    await expect(world.createRun(toNewRun({ runId, owner, dueAt: null, events }))).resolves.toEqual({ ok: true });
    await world.appendChunks(runId, 'log', ['first']);
    return { world, owner, runId, seq: 2 };
  }

  async close(): Promise<void> {
    await Promise.all(this.worlds.map((world) => world.close()));
  }

  /** It sends a message and two chunks to each of the others. */
  async commit(run: Held, others: RunId[]): Promise<void> {
    const messages = others.map((runId) => ({ runId, content: { type: 'wake' as const }, at: NOW }));
    const appends = shuffled(others).map((runId) => ({ runId, stream: 'log', chunks: ['more'], closes: false }));
    const fresh = shuffled(others).map((runId) => ({
      runId,
      stream: `from ${run.runId}`,
      chunks: ['new'],
      closes: false,
    }));
    const commit = toCommit({
      runId: run.runId,
      afterSeq: run.seq,
      events: [stepCreated(1)],
      outbox: { runs: [], messages },
      appends: [...appends, ...fresh],
    });
    await expect(run.world.commit(commit)).resolves.toEqual({ ok: true });
    run.seq += 1;
  }

  #othersOf(run: Held): RunId[] {
    return shuffled(this.#runs.filter((other) => other !== run).map(({ runId }) => runId));
  }

  /** It gives its own token up, and wants those of two others. */
  async #exchangeTokens(run: Held): Promise<void> {
    const tokens = shuffled(['shared a', 'shared b', 'shared c']);
    const events = [hookDisposed(0), ...tokens.map((token, i) => hookCreated(2 + i, token))];
    const outcome = await run.world.commit(toCommit({ runId: run.runId, afterSeq: run.seq, events }));
    if (outcome.ok) run.seq += events.length;
    else expect(outcome.reason).toBe('tokens_taken');
  }

  async #end(run: Held): Promise<void> {
    const inboxTaken = (await run.world.readInbox(run.runId)).at(-1)?.n ?? 0;
    const commit = toCommit({ runId: run.runId, afterSeq: run.seq, inboxTaken, events: [completed()] });
    await expect(run.world.commit(commit)).resolves.toEqual({ ok: true });
  }

  /** Those who come from outside. */
  #others(): (() => Promise<unknown>)[] {
    const [here, there] = this.worlds as [World, World];
    const receipt = { id: 'once', digest: 'd', reply: null, replyStream: null };
    return [
      ...this.#runs.flatMap(({ runId }) => [
        () => here.deliverToHook(`token ${runId}`, '[1]', NOW, { receipt }),
        () => there.deliverToHook(`token ${runId}`, '[1]', NOW, { receipt }),
        () => there.appendChunks(runId, 'log', ['outside']),
      ]),
      () => here.releaseDead(NOW),
      () => there.releaseDead(NOW),
      () => here.claimDue(ALICE, NOW, 100),
      () => there.claimDue(BOB, NOW, 100),
    ];
  }
}

test('runs that write to each other, their readers, claims and deletions never wait in a circle', async () => {
  const crowd = await Crowd.open(await makeDatabase("deadlock_timeout = '50ms'"));
  for (let round = 0; round < ROUNDS; round++) await crowd.round();
  expect(await checkStore(crowd.worlds[0]!)).toEqual([]);
  await crowd.close();
  expect(await countDeadlocks(crowd.url)).toBe(0);
});

test('a database that asks for most requests to be repeated gets them again', async () => {
  const crowd = await Crowd.open(await makeDatabase("default_transaction_isolation = 'serializable'"));
  for (let round = 0; round < ROUNDS / 4; round++) await crowd.round();
  expect(await checkStore(crowd.worlds[0]!)).toEqual([]);
  await crowd.close();
});

test('a commit that the database ends, because somebody waits in a circle with it, is made again', async () => {
  const url = await makeDatabase();
  const crowd = await Crowd.open(url);
  const [first, second] = [await crowd.create(0), await crowd.create(1)];
  const stranger = new Client(url);
  await stranger.connect();
  await stranger.query(`set deadlock_timeout = '1min'; begin; ${lock(second)}`);
  const commit = crowd.commit(first, [second.runId]);
  while ((await query(WAITING, url)).length === 0);
  // In the wrong order; the stranger looks for circles much later than the World.
  await stranger.query(lock(first));
  await stranger.end();
  await commit;
  await crowd.close();
  // Made again, it may have met the stranger once more.
  expect(await countDeadlocks(url)).toBeGreaterThan(0);
});

const lock = ({ runId }: Held): string => `select 1 from locks.runs where run_id = '${runId}' for update`;
const WAITING = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
