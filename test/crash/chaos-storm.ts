/** A storm of kills on a database to which everything happens, at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseChaos } from './database-chaos.ts';
import { runStorm, type StormReport } from './run-storm.ts';
import { LANES, type Lane } from './storm-code.ts';

export interface ChaosOptions {
  workers: number;
  callers: number;
  /** At least so many runs, payloads for hooks, and chunks. */
  things: number;
  /** At least so often does each trouble come. */
  rounds: number;
}

export interface ChaosReport extends StormReport {
  payloads: number;
  chunks: number;
  /** How often each trouble of the database came. */
  troubles: ReadonlyMap<string, number>;
  answersLost: number;
}

const PAYLOADS_PER_RUN = 3;
const CHUNKS_PER_RUN = 11;
/** With three of eight for hooks there are as many payloads as runs, and more chunks. */
const CHAOS_LANES: readonly Lane[] = [...LANES, 'hooks', 'hooks'];
/** The database makes trouble enough: workers live a little longer. */
const KILLS_MAX_MS = 2_000;

/** Resolves when all runs have ended and were checked. */
export async function runChaosStorm({ workers, callers, things, rounds }: ChaosOptions): Promise<ChaosReport> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-chaos-'));
  const database = await DatabaseChaos.start(folder);
  try {
    const report = await runStorm({
      workers,
      callers,
      database,
      lanes: CHAOS_LANES,
      troubleMaxMs: KILLS_MAX_MS,
      leaseMs: 2_000,
      isOver: ({ runs }) => runs >= things && database.rounds >= rounds,
    });
    const countRuns = (lane: string): number => report.runs.filter((run) => run.lane === lane).length;
    return {
      ...report,
      payloads: PAYLOADS_PER_RUN * countRuns('hooks'),
      chunks: CHUNKS_PER_RUN * countRuns('streams'),
      troubles: database.counts,
      answersLost: database.answersLost,
    };
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
