/**
 * Commits to a store, and writes one line to a file for each answer it gets. Run under strace by `syscall-trace.ts`, so
 * that the answers stand in the trace between the writes and syncs of the store.
 */
import { openSync, writeSync } from 'node:fs';
import { createWorld, type Durability } from '../../runtime/world/open.ts';
import {
  ALICE,
  LEASE_UNTIL,
  NOW,
  stepCompleted,
  stepCreated,
  toCommit,
  toNewRun,
  toRunId,
} from '../world/run-fixtures.ts';

const [dataDir, answersFile, durability] = process.argv.slice(2);
const RUNS = 3;
const COMMITS = 12;

const answers = openSync(answersFile!, 'w');
/** Says that the journal of a run is durable up to `seq`. */
const acknowledge = (runId: string, seq: number): void => void writeSync(answers, `${runId} ${seq}\n`);

const world = await createWorld({ kind: 'sqlite', dataDir: dataDir!, durability: durability as Durability });
await world.open();
await world.joinWorker(ALICE, LEASE_UNTIL);
await Promise.all(
  Array.from({ length: RUNS }, async (_, i) => {
    const runId = toRunId(i);
    await world.createRun(toNewRun({ runId, owner: ALICE }));
    acknowledge(runId, 1);
    for (let commit = 0; commit < COMMITS; commit++) {
      const afterSeq = 1 + commit * 2;
      await world.commit(toCommit({ runId, afterSeq, events: [stepCreated(commit), stepCompleted(commit)] }));
      acknowledge(runId, afterSeq + 2);
      if (commit % 4 === 0) await world.deliver(runId, { type: 'wake' }, NOW);
    }
  }),
);
// Folds the log into the database: that must lose nothing either.
await world.close();
