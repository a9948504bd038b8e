/** Conditions that hold when all runs have ended. */
import { isDeepStrictEqual } from 'node:util';
import { sinceBase } from '../../runtime/journal/replay-base.ts';
import type { World } from '../../runtime/world/world.ts';
import { checkStore } from '../../runtime/observe/store-invariants.ts';
import { findAttributeProblems } from './attribute-checks.ts';
import type { PlannedDeployments } from './deployments.ts';
import { readProgram } from './journal-facts.ts';
import type { Outside } from './outside.ts';
import { findReplayProblems, ReplayRealms } from './replay-checks.ts';
import { findProgramProblems } from './sequential-model.ts';
import { chunksById, findReadProblem, findStoredProblems, findWriteProblems } from './stream-checks.ts';
import type { RunModel, StoreModel } from './store-model.ts';

export interface FinalState {
  world: World;
  model: StoreModel;
  outside: Outside;
  deployments: PlannedDeployments | null;
}

export async function findFinalProblems({ world, model, outside, deployments }: FinalState): Promise<string[]> {
  const problems = findOutsideProblems(model, outside);
  const written = chunksById(model);
  const realms = new ReplayRealms(deployments);
  for (const run of model.runs.values()) {
    const journal = await world.readJournal(run.runId);
    const kept = sinceBase(run.journal, run.state.baseSeq);
    if (!isDeepStrictEqual(journal, kept)) problems.push(`the journal of ${run.runId} has changed`);
    const found = [
      ...(await findStoredProblems(world, run)),
      ...(await findAttributeProblems(world, run)),
      ...findRunProblems(run, written, realms),
      ...findFamilyProblems(run, model),
    ];
    problems.push(...found.map((problem) => `${run.runId} ${problem}`));
  }
  for (const { code, runId, message } of await checkStore(world)) problems.push(`${code}: ${runId} ${message}`);
  return problems;
}

function findRunProblems(
  run: RunModel,
  written: ReadonlyMap<string, readonly string[]>,
  realms: ReplayRealms,
): string[] {
  const wasWoken = run.messages.some(({ content }) => content.type === 'wake');
  return [
    ...findProgramProblems({
      ...readProgram(run),
      journal: run.journal,
      wasWoken,
      chunksOf: (id) => written.get(id) ?? [],
    }),
    ...findReplayProblems(run, realms),
    ...findWriteProblems(run),
  ];
}

/** A run was told how its children really ended. */
function findFamilyProblems({ journal }: RunModel, { runs }: StoreModel): string[] {
  return journal.flatMap((event) => {
    if (event.type !== 'child_created') return [];
    const end = runs.get(event.childId)?.journal.at(-1);
    if (!end) return [`started ${event.childId}, and there is no such run`];
    const told = journal.find(
      ({ type, ...rest }) => type.match(/child_(completed|failed)/) && 'call' in rest && rest.call === event.call,
    );
    if (!told) return [];
    const isSame = ('payload' in told ? told.payload : undefined) === ('payload' in end ? end.payload : undefined);
    return isSame ? [] : [`was told another end of ${event.childId}`];
  });
}

/** Every payload that was accepted came in once, and none that was refused. */
function findPayloadProblems({ runs }: StoreModel, { payloads }: Outside): string[] {
  const came = new Map<string, number>();
  for (const { content } of [...runs.values()].flatMap(({ messages }) => messages)) {
    if (content.type === 'hook') came.set(content.payload, (came.get(content.payload) ?? 0) + 1);
  }
  return payloads.flatMap(({ payload, outcome }) => {
    const times = came.get(payload) ?? 0;
    const isRight = outcome === 'unknown' ? times <= 1 : times === Number(outcome === 'accepted');
    return isRight ? [] : [`the payload ${payload} was ${outcome} and came in ${times} times`];
  });
}

function findOutsideProblems(model: StoreModel, outside: Outside): string[] {
  const { runs } = model;
  const { started, ends, reads } = outside;
  const problems = findPayloadProblems(model, outside);
  for (const runId of started) {
    const expected = runs.get(runId)?.journal.at(-1);
    if (!expected) problems.push(`${runId} was started, and there is no such run`);
    else if (ends.get(runId)?.type !== expected.type) problems.push(`the client was told another end of ${runId}`);
  }
  for (const { runId, stream, from, chunks } of reads) {
    const written = runs.get(runId)!.streams.get(stream);
    const problem = findReadProblem(written, from, chunks);
    if (problem)
      problems.push(`a reader of "${stream}" of ${runId} from ${from} ${problem}: ${JSON.stringify(chunks)}`);
  }
  return problems;
}
