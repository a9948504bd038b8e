/**
 * Computes the result of a program by plain recursion, without promises. Where several results are legal, the order of
 * the journal decides: everything settles at the seq of the outcome that settles it, so `race` is a minimum.
 */
import { decodeValue } from '../../runtime/host-values/host-codec.ts';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { JournalFacts, type ChildFacts, type HookFacts, type StepFacts } from './journal-facts.ts';
import { stepResult, writtenBy, type HookOp, type Json, type Op, type StepOp, type WriteOp } from './program.ts';
import { describeFailure, findStepProblem } from './step-rules.ts';

/** The result of an op. `at`: the seq of the outcome that settled it; `Infinity`: none has. */
type Settled = { at: number } & ({ ok: true; value: Json } | { ok: false; error: Json });

const NEVER: Settled = { at: Infinity, ok: true, value: null };
const earliest = (settled: Settled[]): Settled => settled.reduce((a, b) => (b.at < a.at ? b : a), NEVER);
const latestAt = (settled: Settled[]): number => Math.max(0, ...settled.map(({ at }) => at));

export interface ModelledRun {
  /** The second one and those after it follow when the one before has given a value. */
  programs: readonly Op[];
  /** The input of the first program. */
  input: Json;
  journal: readonly JournalEvent[];
  /** Somebody ended its waits early. */
  wasWoken: boolean;
  /** The chunks that the program wrote under the id of an op, wherever they are now. */
  chunksOf(id: string): readonly string[];
}

/** Says in what a run that has ended differs from its programs. */
export function findProgramProblems(run: ModelledRun): string[] {
  const end = run.journal.at(-1)!;
  const toldToEnd = run.journal.find((event) => event.type === 'run_cancel_requested');
  if (toldToEnd) {
    const expected = toldToEnd.cause === 'timeout' ? 'run_failed' : 'run_cancelled';
    return end.type === expected ? [] : [`was told to end and ended with ${end.type}`];
  }
  const problems: string[] = [];
  let { input } = run;
  for (const [i, part] of splitJournal(run.journal).entries()) {
    const program = run.programs[i];
    if (!program) return [...problems, 'began anew too often'];
    const model = new SequentialModel({ ...run, program, input, part, isLast: i === run.programs.length - 1 });
    problems.push(...model.check());
    input = model.value;
  }
  return problems;
}

/** The parts of a journal: the first from the start of the run, each later one from where it began anew. */
function splitJournal(journal: readonly JournalEvent[]): JournalEvent[][] {
  const isBase = ({ type }: JournalEvent): boolean => type === 'run_started' || type === 'run_continued';
  const bases = journal.filter(isBase).map(({ seq }) => seq);
  return bases.map((seq, i) => journal.slice(seq - 1, bases[i + 1] ?? journal.length));
}

interface ModelledPart {
  program: Op;
  input: Json;
  part: readonly JournalEvent[];
  isLast: boolean;
  /** The whole journal. */
  journal: readonly JournalEvent[];
  wasWoken: boolean;
  chunksOf(id: string): readonly string[];
}

class SequentialModel {
  readonly #run: ModelledPart;
  readonly #facts: JournalFacts;
  readonly #problems: string[] = [];
  readonly #visited = new Set<object>();
  /** The program's result. */
  value: Json = null;

  constructor(run: ModelledPart) {
    this.#run = run;
    this.#facts = new JournalFacts(run.part);
  }

  check(): string[] {
    const { program, input, part } = this.#run;
    this.#checkStart();
    const result = this.#evaluate(program, input, part[0]!.seq);
    this.#checkEnd(result);
    const { steps, sleeps, hooks, children } = this.#facts;
    for (const [name, facts] of [...steps, ...sleeps, ...hooks, ...children]) {
      if (!this.#visited.has(facts)) this.#problem(`asked for ${name}, which its program does not come to`);
    }
    return this.#problems;
  }

  #checkStart(): void {
    const [created] = this.#run.journal;
    const startAt = (created?.type === 'run_created' && created.startAt) || 0;
    if (this.#run.part[0]!.at < startAt && !this.#run.wasWoken) this.#problem('began too early');
  }

  /** The result of the program is that of the run, or what it goes on with. */
  #checkEnd(result: Settled): void {
    const { isLast, part } = this.#run;
    const end = part.at(-1)!;
    if (result.ok) this.value = result.value;
    const expected = result.ok ? result.value : JSON.stringify(result.error);
    const found = readEnd(end);
    const type = result.ok ? (isLast ? 'run_completed' : 'run_continued') : 'run_failed';
    if (end.type !== type || JSON.stringify(found) !== JSON.stringify(expected)) {
      this.#problem(`ended with ${end.type} ${JSON.stringify(found)} instead of ${type} ${JSON.stringify(expected)}`);
    } else if (!this.#facts.isReaction(end.seq, result.at)) {
      this.#problem(`ended at ${end.seq}, its result was there at ${result.at}`);
    }
  }

  #problem(text: string): void {
    this.#problems.push(text);
  }

  #evaluate(op: Op, input: Json, at: number): Settled {
    if (at === Infinity) return NEVER;
    switch (op.kind) {
      case 'step':
        return this.#step(op, input, at);
      case 'sleep':
        return this.#sleep(op.ms, input, at);
      case 'hook':
        return this.#hook(op, input, at);
      case 'write':
        return this.#write(op, input, at);
      case 'child':
        return settleChild(this.#ask(op.id, this.#facts.children.get(op.id), at));
      case 'sequence':
        return this.#sequence(op.ops, input, at);
      case 'try':
        return this.#try(op, input, at);
      case 'throw':
        return { at, ok: false, error: op.id };
      default:
        return settleTogether(
          op.kind,
          op.branches.map((branch) => this.#evaluate(branch, input, at)),
        );
    }
  }

  #sequence(ops: Op[], input: Json, at: number): Settled {
    let settled: Settled = { at, ok: true, value: input };
    for (const op of ops) {
      if (!settled.ok) break;
      settled = this.#evaluate(op, settled.value, settled.at);
    }
    return settled;
  }

  #try({ body, onError, atLast }: Op & { kind: 'try' }, input: Json, at: number): Settled {
    let settled = this.#evaluate(body, input, at);
    if (!settled.ok && onError) settled = this.#evaluate(onError, settled.error, settled.at);
    if (!atLast) return settled;
    const last = this.#evaluate(atLast, input, settled.at);
    return last.ok ? { ...settled, at: last.at } : last;
  }

  /** Notes that the program asks for something in reaction to the outcome at `at`; `null`: the run ended just then. */
  #ask<Facts extends { askedAt: number }>(what: string, facts: Facts | undefined, at: number): Facts | null {
    if (facts) this.#visited.add(facts);
    if (!facts && this.#facts.wentOnAfter(at)) this.#problem(`did not ask for ${what} after ${at}`);
    if (facts && !this.#facts.isReaction(facts.askedAt, at)) {
      this.#problem(`asked for ${what} at ${facts.askedAt} instead of after ${at}`);
    }
    return facts ?? null;
  }

  #step(op: StepOp, input: Json, at: number): Settled {
    const facts = this.#ask(op.id, this.#facts.steps.get(op.id), at);
    if (!facts) return NEVER;
    const problem = findStepProblem(op, facts);
    if (problem) this.#problem(`${op.id} ${problem}`);
    return facts.end ? this.#settleStep(op, input, facts.end) : NEVER;
  }

  #settleStep(op: StepOp, input: Json, end: NonNullable<StepFacts['end']>): Settled {
    if (end.type === 'step_failed') return { at: end.seq, ok: false, error: describeFailure(end.payload) };
    if (op.isStamp) return { at: end.seq, ok: true, value: input };
    const value = stepResult(op.id, input);
    if (decodeValue(end.payload) !== value) this.#problem(`${op.id} gave ${end.payload} instead of ${value}`);
    return { at: end.seq, ok: true, value };
  }

  #sleep(ms: number, input: Json, at: number): Settled {
    const facts = this.#ask(`a sleep of ${ms} ms`, this.#facts.sleeps.get(ms), at);
    if (!facts?.end) return NEVER;
    if (facts.end.at < facts.dueAt && !this.#run.wasWoken) this.#problem(`slept less than ${ms} ms`);
    return { at: facts.end.seq, ok: true, value: input };
  }

  /** Written at once, once and in order; nothing is missing that was written before the outcome that came last. */
  #write(op: WriteOp, input: Json, at: number): Settled {
    const slept = this.#sleep(op.ms, input, at);
    const all = Array.from({ length: op.chunks + 1 }, (_, index) => writtenBy(op.id, index));
    const found = this.#run.chunksOf(op.id);
    const before = this.#facts.wentOnAfter(at) ? op.chunks : 0;
    const certain = this.#facts.wentOnAfter(slept.at) ? all.length : before;
    // The run whose stream it is may have ended before.
    const isEnough = op.isShared || found.length >= certain;
    const isInOrder = found.every((text, index) => text === all[index]);
    if (!isEnough || !isInOrder) this.#problem(`${op.id} wrote ${found.join() || 'nothing'}`);
    return slept;
  }

  #hook(op: HookOp, input: Json, at: number): Settled {
    const first = this.#readHook(op, 0, input, at);
    if (!first.ok || !op.reopens) return first;
    const second = this.#readHook(op, 1, input, first.at);
    return second.ok ? { ...second, value: [first.value, second.value] } : second;
  }

  #readHook(op: HookOp, round: number, input: Json, at: number): Settled {
    const facts = at === Infinity ? null : this.#ask(op.id, this.#facts.hooks.get(`${op.id}/${round}`), at);
    if (!facts) return NEVER;
    if (!op.before || round > 0) return takePayloads(facts, op.payloads, { at, value: [] });
    const before = this.#evaluate(op.before, input, at);
    return before.ok ? takePayloads(facts, op.payloads, { at: before.at, value: [before.value] }) : before;
  }
}

/** That the outcome is the end of the child is checked where both journals are known. */
function settleChild(facts: ChildFacts | null): Settled {
  if (!facts?.end) return NEVER;
  const { end } = facts;
  if (end.type === 'child_completed') return { at: end.seq, ok: true, value: decodeValue(end.payload) as Json };
  return { at: end.seq, ok: false, error: end.payload === undefined ? 'cancelled' : describeFailure(end.payload) };
}

function takePayloads(facts: HookFacts, count: number, from: { at: number; value: Json[] }): Settled {
  if (facts.conflict) return { at: Math.max(from.at, facts.conflict.seq), ok: false, error: 'conflict' };
  const taken = facts.received.slice(0, count);
  if (taken.length < count) return NEVER;
  const value = [...from.value, ...taken.map(({ payload }) => decodeValue(payload) as Json)];
  return { at: Math.max(from.at, taken.at(-1)!.seq), ok: true, value };
}

function settleTogether(kind: 'all' | 'allSettled' | 'race' | 'any', branches: Settled[]): Settled {
  const failed = branches.filter(({ ok, at }) => !ok && at < Infinity);
  const at = latestAt(branches);
  switch (kind) {
    case 'race':
      return earliest(branches);
    case 'all':
      if (failed.length > 0) return earliest(failed);
      return { at, ok: true, value: branches.map((branch) => (branch.ok ? branch.value : null)) };
    case 'any':
      if (failed.length < branches.length) return earliest(branches.filter(({ ok }) => ok));
      return { at, ok: false, error: branches.map((branch) => (branch.ok ? null : branch.error)) };
    case 'allSettled':
      return { at, ok: true, value: branches.map((b) => (b.ok ? { value: b.value } : { error: b.error })) };
  }
}

function readEnd(end: JournalEvent): Json {
  if (end.type === 'run_completed') return decodeValue(end.payload) as Json;
  if (end.type === 'run_continued') return (decodeValue(end.payload) as [Json])[0];
  if (end.type === 'run_failed') return (decodeValue(end.payload) as Error).message;
  return null;
}
