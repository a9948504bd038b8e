/**
 * A journal by what its program asked for: when each step, sleep and hook was asked for, and when it got its answers.
 */
import { isOutcome } from '../../runtime/journal/event-kinds.ts';
import type { JournalEvent, StepCreated } from '../../runtime/journal/events.ts';
import { decodeStepInput, decodeValue } from '../../runtime/host-values/host-codec.ts';
import type { Json, Op, StepOp } from './program.ts';

type EventOf<Type extends JournalEvent['type']> = Extract<JournalEvent, { type: Type }>;

interface Asked {
  /** Seq of the event that asked. */
  askedAt: number;
}
export interface StepFacts extends Asked {
  retries: EventOf<'step_retrying'>[];
  end: EventOf<'step_completed' | 'step_failed'> | null;
}
export interface SleepFacts extends Asked {
  dueAt: number;
  end: EventOf<'wait_completed'> | null;
}
export interface ChildFacts extends Asked {
  end: EventOf<'child_completed' | 'child_failed'> | null;
}
export interface HookFacts extends Asked {
  received: EventOf<'hook_received'>[];
  conflict: EventOf<'hook_conflict'> | null;
}

export class JournalFacts {
  readonly journal: readonly JournalEvent[];
  /** By the id of the op. */
  readonly steps = new Map<string, StepFacts>();
  /** By their length, which is unique in a program. */
  readonly sleeps = new Map<number, SleepFacts>();
  /** By the id of the op and the round in which it opened the hook. */
  readonly hooks = new Map<string, HookFacts>();
  /** By the id of the op. */
  readonly children = new Map<string, ChildFacts>();
  readonly #outcomes: number[];

  /** @param journal All of it or, of a run that began anew, the part from there. */
  constructor(journal: readonly JournalEvent[]) {
    this.journal = journal;
    this.#outcomes = journal.filter(isOutcome).map(({ seq }) => seq);
    const [base] = journal;
    const carried = base?.type === 'run_continued' ? base.hooks.map(({ call }) => call) : [];
    for (const [call, events] of groupByCall(journal)) {
      if (!carried.includes(call)) this.#add(call, events);
    }
  }

  /** Whether the code asked for something at `askedAt` in reaction to the outcome with seq `outcomeAt`. */
  isReaction(askedAt: number, outcomeAt: number): boolean {
    return askedAt > outcomeAt && !this.#outcomes.some((seq) => seq > outcomeAt && seq < askedAt);
  }

  /**
   * Whether an outcome came after this one, so that all that the code asked for in reaction to this one is recorded.
   */
  wentOnAfter(outcomeAt: number): boolean {
    return (this.#outcomes.at(-1) ?? 0) > outcomeAt;
  }

  #add(call: number, [asked, ...answers]: JournalEvent[]): void {
    const find = <Type extends JournalEvent['type']>(...types: Type[]): EventOf<Type>[] =>
      answers.filter((event): event is EventOf<Type> => types.includes(event.type as Type));
    const askedAt = asked!.seq;
    if (asked?.type === 'step_created') {
      const end = find('step_completed', 'step_failed')[0] ?? null;
      this.steps.set(opOf(asked).id, { askedAt, retries: find('step_retrying'), end });
    } else if (asked?.type === 'wait_created') {
      const { at, dueAt } = asked;
      this.sleeps.set(dueAt - at, { askedAt, dueAt, end: find('wait_completed')[0] ?? null });
    } else if (asked?.type === 'hook_created') {
      const label = decodeValue(asked.payload!) as string;
      this.hooks.set(label, { askedAt, received: find('hook_received'), conflict: find('hook_conflict')[0] ?? null });
    } else if (asked?.type === 'child_created') {
      const [id] = decodeValue(asked.payload) as [string];
      this.children.set(id, { askedAt, end: find('child_completed', 'child_failed')[0] ?? null });
    } else {
      throw new Error(`call ${call} begins with ${asked?.type}`);
    }
  }
}

function groupByCall(journal: readonly JournalEvent[]): Map<number, JournalEvent[]> {
  const calls = new Map<number, JournalEvent[]>();
  for (const event of journal) {
    if (!('call' in event)) continue;
    const events = calls.get(event.call) ?? [];
    calls.set(event.call, events);
    events.push(event);
  }
  return calls;
}

/** Reads the programs and the input that a run was started with. */
export function readProgram({ journal }: { journal: readonly JournalEvent[] }): { input: Json; programs: Op[] } {
  const [input, ...programs] = decodeValue((journal[0] as EventOf<'run_created'>).payload) as [Json, ...Op[]];
  return { input, programs };
}

/** The op that a step call carries out. */
export const opOf = ({ payload }: StepCreated): StepOp => decodeStepInput(payload).args[0] as StepOp;
