/** Offers as rows: what others look for has columns, the rest is JSON in `facts`. */
import type { RunId, WorkerId, WorkflowId } from '../../contract/ids.ts';
import type { OfferFacts, OfferRecord, TakenOffer } from '../world.ts';

/** The most that a list of the offers of all runs has. */
export const OFFERS_LISTED = 1_000;

/** Offers among which turns go round, the oldest ones. */
export const OFFERS_LOOKED_AT = 1_000;

/** An offer with the public id of its run. */
export interface OfferRow {
  run_id: RunId;
  call: number;
  attempt: number;
  tag: string | null;
  at: number;
  facts: string;
  taken_by: WorkerId | null;
}

/** An offer that was just taken, with columns of its run. */
export interface TakenRow extends OfferRow {
  epoch: number;
  workflow_id: WorkflowId;
  started_at: number;
  attributes: string | null;
}

/** The offer as lists have it. */
export const toOfferRecord = ({ run_id: runId, call, attempt, tag, at, facts, taken_by: takenBy }: OfferRow) =>
  ({ runId, call, attempt, name: (JSON.parse(facts) as OfferFacts).name, tag, at, takenBy }) satisfies OfferRecord;

/** The offer as the worker gets it that takes it. */
export const toTakenOffer = (row: TakenRow): TakenOffer => ({
  runId: row.run_id,
  call: row.call,
  attempt: row.attempt,
  epoch: row.epoch,
  tag: row.tag,
  at: row.at,
  facts: JSON.parse(row.facts) as OfferFacts,
  workflowId: row.workflow_id,
  workflowStartedAt: row.started_at,
  attributes: row.attributes === null ? {} : (JSON.parse(row.attributes) as TakenOffer['attributes']),
});
