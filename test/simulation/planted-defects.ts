/** Code of the runtime with one defect each, for the proof that the simulator finds such defects. */
import { Connection } from '../../runtime/api/connection.ts';
import { IncomingMessages } from '../../runtime/engine/incoming-messages.ts';
import { OutcomeQueue } from '../../runtime/engine/outcome-queue.ts';
import type { Outcome } from '../../runtime/engine/outcome.ts';
import { RunAttempts } from '../../runtime/engine/run-attempts.ts';
import { RunJournal } from '../../runtime/engine/run-journal.ts';
import { StepFinder } from '../../runtime/engine/step-finder.ts';
import { RunTurns } from '../../runtime/engine/run-turns.ts';
import { FairLine, type LineMember } from '../../runtime/steps/fair-line.ts';
import { StepQueue } from '../../runtime/steps/step-queue.ts';
import { StepStreams } from '../../runtime/steps/step-streams.ts';
import { Worker } from '../../runtime/worker/worker.ts';
import { WorkerLease } from '../../runtime/worker/worker-lease.ts';
import type { Change, InboxMessage } from '../../runtime/world/world.ts';
import { ChangeFeed } from './change-feed.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { replaceMember } from './replace-member.ts';
import { FOCUSES, type Focus } from './simulation-focus.ts';
import { planSimulation } from './simulation-plan.ts';

export interface PlantedDefect {
  /** Puts the defect in, and returns how to take it out. */
  plant(): () => void;
  /** The simulations that meet it. */
  plan: Focus;
}

const always =
  (value: unknown): (() => PropertyDescriptor) =>
  () => ({ value: () => value });

/** The gate is asked only where `isAsked` says so, and is open otherwise. */
const gateOnlyWhere = (isAsked: () => boolean): (() => void) =>
  replaceMember(WorkerLease.prototype, 'isOpen', ({ get }) => ({
    get(this: WorkerLease) {
      return !isAsked() || (get!.call(this) as boolean);
    },
  }));

/** Whether an attempt is entering the queue of attempts, as it does when its retry is due. */
function watchEntering(): { isEntering: () => boolean; stop: () => void } {
  let isEntering = false;
  const stop = replaceMember(StepQueue.prototype, 'enter', ({ value }) => ({
    value(this: StepQueue, ...args: unknown[]) {
      isEntering = true;
      try {
        return Reflect.apply(value as (...args: unknown[]) => unknown, this, args);
      } finally {
        isEntering = false;
      }
    },
  }));
  return { isEntering: () => isEntering, stop };
}

function plantGate(isAsked: (isEntering: boolean) => boolean): () => void {
  const { isEntering, stop } = watchEntering();
  const open = gateOnlyWhere(() => isAsked(isEntering()));
  return () => {
    open();
    stop();
  };
}

export const plantedDefects: Record<string, PlantedDefect> = {
  'retries and new steps begin without a lease': {
    plan: FOCUSES.lateResults,
    plant: () => plantGate((isEntering) => !isEntering),
  },

  'steps that wait for a place begin without a lease': {
    plan: FOCUSES.lateResults,
    plant: () => plantGate((isEntering) => isEntering),
  },

  'only the event loop renews the lease': {
    plan: planSimulation,
    plant: () => replaceMember(LeaseKeeper.prototype, 'keep', always({ until: 0, showLife: () => {} })),
  },

  'a late result is lost': {
    plan: FOCUSES.lateResults,
    plant: () => replaceMember(RunAttempts.prototype, 'takeBack', always(false)),
  },

  'a late result counts although the next attempt has begun': {
    plan: FOCUSES.lateResults,
    plant: () =>
      replaceMember(RunAttempts.prototype, 'takeBack', ({ value }) => ({
        value(this: RunAttempts, result: unknown) {
          Reflect.apply(value as (result: unknown) => boolean, this, [result]);
          return true;
        },
      })),
  },

  'a step answers for another one whose number it has now': {
    plan: FOCUSES.edits,
    plant: () =>
      replaceMember(StepFinder.prototype, 'find', ({ value }) => ({
        value(this: StepFinder, name: string) {
          return Reflect.apply(value as StepFinder['find'], this, [name, null]);
        },
      })),
  },

  'a run is put aside for a step that it waits for no more': {
    plan: FOCUSES.forgottenSteps,
    plant: plantLastingTrouble,
  },

  'an attempt that another one follows says that it has written everything': {
    plan: FOCUSES.streams,
    plant: plantEarlyFinish,
  },

  'what comes in between two slices of a turn is forgotten': {
    plan: FOCUSES.slices,
    plant: plantForgetfulTurns,
  },

  'places go to whoever came first': {
    plan: FOCUSES.crowds,
    plant: () =>
      replaceMember(FairLine.prototype, 'enter', ({ value }) => ({
        value(this: FairLine<unknown>, item: unknown, { order }: LineMember) {
          return Reflect.apply(value as FairLine<unknown>['enter'], this, [item, { order, workflowId: '', runId: '' }]);
        },
      })),
  },

  'a commit that finds itself in the store takes itself for refused': {
    plan: FOCUSES.ambiguity,
    plant: () =>
      replaceMember(RunJournal.prototype, 'append', ({ value }) => ({
        async value(this: RunJournal, ...args: unknown[]) {
          const result = await Reflect.apply(value as (...args: unknown[]) => Promise<string>, this, args);
          return result === 'unknown' ? 'refused' : result;
        },
      })),
  },

  'each notification of a message counts as a new message': {
    plan: FOCUSES.ambiguity,
    plant: () =>
      replaceMember(IncomingMessages.prototype, 'receive', ({ value }) => ({
        value(this: IncomingMessages, message: InboxMessage) {
          const next = { ...message, n: Math.max(message.n, this.taken + 1) };
          Reflect.apply(value as IncomingMessages['receive'], this, [next]);
        },
      })),
  },

  'nobody looks again for notifications that were lost': {
    plan: FOCUSES.ambiguity,
    plant: () =>
      replaceMember(ChangeFeed.prototype, 'subscribe', ({ value }) => ({
        value(this: ChangeFeed, listener: (change: Change) => void) {
          const trusting = (change: Change): void => void (change.kind === 'elsewhere' || listener(change));
          return Reflect.apply(value as ChangeFeed['subscribe'], this, [trusting]);
        },
      })),
  },

  'a worker that is told to end takes runs once more': {
    plan: FOCUSES.deploys,
    plant: () =>
      replaceMember(Worker.prototype, 'stop', ({ value }) => ({
        value(this: Worker, drainMs: number) {
          this.claim();
          return Reflect.apply(value as Worker['stop'], this, [drainMs]);
        },
      })),
  },

  'a reader is not told where to go on': {
    plan: FOCUSES.deploys,
    plant: () => replaceMember(Connection.prototype, 'closing', () => ({ get: () => new AbortController().signal })),
  },
};

function plantLastingTrouble(): () => void {
  const first = new WeakMap<RunAttempts, unknown>();
  return replaceMember(RunAttempts.prototype, 'missing', ({ get }) => ({
    get(this: RunAttempts) {
      const error = first.get(this) ?? get!.call(this);
      if (error) first.set(this, error);
      return error as unknown;
    },
  }));
}

function plantEarlyFinish(): () => void {
  const ending = new WeakSet<StepStreams>();
  const restoreEnd = replaceMember(StepStreams.prototype, 'end', ({ value }) => ({
    value(this: StepStreams) {
      ending.add(this);
      return Reflect.apply<StepStreams, [], unknown>(value as () => unknown, this, []);
    },
  }));
  const restoreFlush = replaceMember(StepStreams.prototype, 'flush', ({ value }) => ({
    async value(this: StepStreams) {
      await Reflect.apply(value as () => Promise<void>, this, []);
      if (!ending.has(this)) await this.finish();
    },
  }));
  return () => {
    restoreEnd();
    restoreFlush();
  };
}

function plantForgetfulTurns(): () => void {
  let turns = 0;
  const restoreTake = replaceMember(RunTurns.prototype, 'take', ({ value }) => ({
    async value(this: RunTurns, outcomes: readonly Outcome[]) {
      turns += 1;
      try {
        return await Reflect.apply(value as RunTurns['take'], this, [outcomes]);
      } finally {
        turns -= 1;
      }
    },
  }));
  const restoreAdd = replaceMember(OutcomeQueue.prototype, 'add', ({ value }) => ({
    value(this: OutcomeQueue, outcome: Outcome) {
      if (turns === 0) Reflect.apply(value as OutcomeQueue['add'], this, [outcome]);
    },
  }));
  return () => {
    restoreTake();
    restoreAdd();
  };
}
