/**
 * Steps that the owner of a run leaves to other workers. The owner offers a call, a worker with a free place takes the
 * offer and makes the attempt, and what it says goes to the inbox of the run. An offer belongs to the run and not to an
 * owner: it stays when the run gets another one.
 */
import type { AttributeChanges, Attributes } from '../contract/attributes.ts';
import type { BuildId, WorkerId, WorkflowId } from '../contract/ids.ts';
import type { TraceContext } from '../contract/telemetry.ts';
import type { Labelled, Payload } from '../journal/events.ts';
import type { StepCallKey } from './records.ts';

/** One attempt of a step call. */
export interface AttemptKey extends StepCallKey {
  attempt: number;
}

/** A step call of a run that a worker owns at this epoch. */
export interface OwnedCall extends StepCallKey {
  epoch: number;
}

/** The facts of an attempt that a worker needs, besides those in the journal. */
export interface OfferFacts {
  /** Name of the step. */
  name: string;
  /** The build whose code has made the call. */
  buildId: BuildId | null;
  /** Seq of the call's `step_created`. */
  createdSeq: number;
  /** Seq of its latest `step_heartbeat`; `null`: there is none. */
  heartbeatSeq: number | null;
  /** Attempts of the call that ended with an error. */
  failures: number;
  /** When its first attempt began; `null`: this is the first. */
  startedAt: number | null;
  /** Where the run was started, for whoever traces it; absent: nobody did. */
  trace?: TraceContext;
}

/** An attempt that has not begun, for a worker to take. There is at most one of a call. */
export interface StepOffer extends AttemptKey, OwnedCall {
  /** The kind of worker that it wants; `null`: any. */
  tag: string | null;
  /** Since when the call waits, in milliseconds since the epoch. */
  at: number;
  facts: OfferFacts;
}

/** Which offers a worker takes. */
export interface OfferRequest {
  /** The most that it takes. */
  limit: number;
  /** The kinds of worker that it is. Offers for any worker are taken as well. */
  tags: readonly string[];
  /** Code that it lacks, see {@link codeOf}: such offers stay. */
  without: readonly string[];
}

/** An offer in the hands of a worker, with what it has to know of the run. */
export interface TakenOffer extends StepOffer {
  workflowId: WorkflowId;
  workflowStartedAt: number;
  /** The attributes of the run at this moment. */
  attributes: Attributes;
}

/** An offer as lists and new owners see it. */
export interface OfferRecord extends AttemptKey {
  name: string;
  tag: string | null;
  at: number;
  /** The worker that has it; `null`: nobody has taken it yet. */
  takenBy: WorkerId | null;
}

/** The news of an attempt that another worker has taken. The last four end it, and the offer with it. */
export type AttemptNews =
  /** It has been running for a moment. */
  | ({ news: 'started' } & Labelled)
  | { news: 'heartbeat'; payload: Payload }
  | { news: 'attributes'; attributes: AttributeChanges }
  | ({ news: 'completed'; startedAt: number; payload: Payload } & Labelled)
  | ({ news: 'failed'; startedAt: number; payload: Payload } & Labelled)
  | ({ news: 'retry'; startedAt: number; payload: Payload; retryAt: number } & Labelled)
  /** Its worker was lost. */
  | { news: 'interrupted' };

/** A message of an attempt that another worker has taken. */
export type AttemptMessage = { type: 'attempt'; call: number; attempt: number } & AttemptNews;

/** Whether the attempt is over with it. */
export const endsAttempt = ({ news }: AttemptNews): boolean =>
  news === 'completed' || news === 'failed' || news === 'retry' || news === 'interrupted';

/** The code that an offer needs, as one text: the same step of another build may be other code. */
export const codeOf = ({ name, buildId }: Pick<OfferFacts, 'name' | 'buildId'>): string => `${buildId ?? ''} ${name}`;
