/** The effects of a storm's steps: one line in a file for each attempt that begins or ends. */
import { appendFileSync, readFileSync } from 'node:fs';
import { parseStepId, type RunId } from '../../runtime/contract/ids.ts';
import { getStepMetadata } from '../../runtime/entries/workflow.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';

export interface LedgerLine {
  runId: RunId;
  call: number;
  attempt: number;
  /** `stopped`: the process was stopped after the runtime began the attempt, and before its first line was written. */
  what: 'begin' | 'stopped' | 'end';
}

/** Only a process that was stopped takes so long from the beginning of an attempt to its first line. */
const STOPPED_MS = 500;

type Step = ((...args: any[]) => unknown) & { maxRetries?: number };

/** The step, with its attempts in the ledger. Each line is one write, so lines of several processes never mix. */
export function observeStep(step: Step, file: string): Step {
  const observed = async (...args: unknown[]): Promise<unknown> => {
    const { stepId, attempt, stepStartedAt } = getStepMetadata();
    const note = (what: LedgerLine['what']): void =>
      appendFileSync(file, `${JSON.stringify({ ...parseStepId(stepId), attempt, what })}\n`);
    note('begin');
    // The metadata tell when the first attempt began.
    if (attempt === 1 && Date.now() - stepStartedAt.getTime() > STOPPED_MS) note('stopped');
    const result = await step(...args);
    note('end');
    return result;
  };
  return Object.assign(observed, step);
}

export function readLedger(file: string): Map<RunId, LedgerLine[]> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return Map.groupBy(
    lines.map((line) => JSON.parse(line) as LedgerLine),
    ({ runId }) => runId,
  );
}

const nameOf = ({ call, attempt }: Pick<LedgerLine, 'call' | 'attempt'>): string => `call ${call}, attempt ${attempt}`;

/**
 * Finds effects of a run's steps that its journal does not allow. `lines` are in the order in which they were written.
 */
export function findMisdeeds(lines: readonly LedgerLine[], facts: JournalFacts): string[] {
  const begun = new Set<string>();
  const [ended, stopped] = (['end', 'stopped'] as const).map(
    (what) => new Set(lines.filter((line) => line.what === what).map(nameOf)),
  ) as [Set<string>, Set<string>];
  const { completedAt, createdAt } = facts;
  const misdeeds: string[] = [];
  // Whatever was complete when a call was asked for was durable when that call began.
  let durableSeq = 0;
  for (const line of lines.filter(({ what }) => what === 'begin')) {
    const name = nameOf(line);
    const asked = createdAt.get(line.call);
    if (asked === undefined) misdeeds.push(`${name} was never asked for`);
    if (begun.has(name)) misdeeds.push(`${name} began twice`);
    // Nor does a process that was stopped and wakes late begin an attempt that others have long counted as cut off;
    // unless it was stopped between the last look at its lease and the first line of the attempt.
    const isLate = (completedAt.get(line.call)?.seq ?? Infinity) < durableSeq && !stopped.has(name);
    if (isLate) misdeeds.push(`${name} began after the completion was in the journal`);
    begun.add(name);
    durableSeq = Math.max(durableSeq, asked ?? 0);
  }
  for (const { name } of completedAt.values()) {
    if (!begun.has(name) || !ended.has(name)) misdeeds.push(`${name} is complete in the journal, but did not run`);
  }
  return misdeeds;
}

/** The most attempts of one call that ended with their process. */
export function countInterruptions(journal: readonly JournalEvent[]): number {
  const interruptions = journal.filter((event) => event.type === 'step_retrying' && event.payload === undefined);
  const byCall = Map.groupBy(interruptions, (event) => ('call' in event ? event.call : -1));
  return Math.max(0, ...[...byCall.values()].map(({ length }) => length));
}

/** The part of a run's journal that its effects are held against. */
export interface JournalFacts {
  /** By call: the number of the event that asked for it. */
  createdAt: Map<number, number>;
  completedAt: Map<number, { seq: number; name: string }>;
}

export function readJournalFacts(journal: readonly JournalEvent[]): JournalFacts {
  const createdAt = new Map<number, number>();
  const completedAt = new Map<number, { seq: number; name: string }>();
  for (const event of journal) {
    if (event.type === 'step_created') createdAt.set(event.call, event.seq);
    if (event.type === 'step_completed') completedAt.set(event.call, { seq: event.seq, name: nameOf(event) });
  }
  return { createdAt, completedAt };
}
