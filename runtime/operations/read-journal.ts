/** Runs, step calls and events, as the journal of a run has them. */
import { openCalls } from '../api/list-calls.ts';
import { readQueue } from '../api/queued-steps.ts';
import { readStoredOf } from '../api/read-stored.ts';
import { requireRun } from '../api/require-run.ts';
import { summarizeRuns } from '../api/run-summary.ts';
import { getRuntime } from '../api/runtime.ts';
import type { RunId } from '../contract/ids.ts';
import { isTerminal } from '../journal/events.ts';
import { describeJournal } from '../observe/journal-entry.ts';
import { readSteps, type StepStatus } from '../observe/step-history.ts';
import type { World } from '../world/world.ts';
import { toJournalItem, toStepItem } from './call-items.ts';
import type { RunDetails, StepItem } from './items.ts';
import type { JournalAnswer, JournalRequest, PageQuery, ValuesRequest } from './operations.ts';
import { payloadsOf, toRunDetails } from './run-items.ts';

/** A list that a value refers to may be gone: then only that value cannot be shown. */
const readStoredSafely = (world: World, payloads: readonly string[]): ReturnType<typeof readStoredOf> =>
  readStoredOf(world, payloads).catch((error: unknown) => () => {
    throw error;
  });

/** See `Operations.readRun`. */
export async function readDetails({ runId, values = false }: ValuesRequest): Promise<RunDetails> {
  const { world, run } = await requireRun(runId);
  const journal = await world.readJournal(run.runId);
  const [summary] = await summarizeRuns(await getRuntime().connect(), [run]);
  if (!values) return toRunDetails(summary!, journal);
  const { input, output } = payloadsOf(journal);
  return toRunDetails(summary!, journal, await readStoredSafely(world, [input ?? '', output ?? '']));
}

/** See `Operations.listSteps`. */
export async function readStepPage({
  runId,
  values = false,
  status,
  ...page
}: ValuesRequest & PageQuery & { status?: StepStatus[] }): Promise<{ steps: StepItem[]; cursor: string | null }> {
  const queue = await readQueue(runId as RunId);
  const readPage = await openCalls(runId, page, {
    read: (journal) => readSteps(journal).filter((step) => status?.includes(step.status) ?? true),
    toItem: async (step, world) =>
      toStepItem(runId as RunId, step, {
        queuedAt: queue.since(step),
        ...(values && { readStored: await readStoredSafely(world, [step.input, step.result ?? '']) }),
      }),
  });
  const { items, cursor } = await readPage(page.cursor);
  return { steps: items, cursor };
}

/** See `Operations.journal`. */
export async function readJournal({ runId, after = 0, values = false }: JournalRequest): Promise<JournalAnswer> {
  const { world, run } = await requireRun(runId);
  const hasEnded = isTerminal(run.status);
  if (run.seq <= after) return { entries: [], hasEnded };
  // All of it: the names of steps stand in the events that began them.
  const records = describeJournal(run.runId, await world.readJournal(run.runId));
  const wanted = records.filter(({ facts }) => facts.seq > after && facts.seq <= run.seq);
  const payloads = wanted.map(({ payload }) => payload ?? '');
  const readStored = values ? await readStoredSafely(world, payloads) : undefined;
  return { entries: wanted.map((record) => toJournalItem(record, readStored)), hasEnded };
}
