/** Conditions that select runs, as users write them and as a World takes them. */
import type { Attributes } from '../contract/attributes.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { RunStatus } from '../journal/events.ts';
import { workflowIdOf } from '../values/start-input.ts';
import type { RunFilter } from '../world/world.ts';
import {
  flag,
  oneOrMore,
  pointInTime,
  runIdText,
  text,
  type Option,
  type OptionTable,
} from '../values/read-options.ts';
import type { WorkflowReference } from './start.ts';

/** Conditions on runs, which all must hold. A condition that is left out always holds. */
export interface RunConditions {
  /** The run has this status, or one of these. */
  status?: RunStatus | readonly RunStatus[];
  /** The run executes this workflow: the function, `{ workflowId }`, or the id itself. */
  workflow?: ((...args: never[]) => unknown) | WorkflowReference | string;
  /** The run was created after this time … */
  createdAfter?: Date;
  /** … and before this one. */
  createdBefore?: Date;
  /** The run has all these attributes, with these values. */
  attributes?: Attributes;
  /** The run was given this `id` by `start()`: at most one run has it. */
  key?: string;
  /** The run was started by the run with this id. */
  parent?: string;
  /** Whether the run is parked, see `RunSummary.parked`. */
  parked?: boolean;
  paused?: boolean;
  /** Whether nothing happens in the run but that a step fails and is tried again, see `RunSummary.retrying`. */
  retrying?: boolean;
}

/** Checked conditions. */
export interface CheckedConditions {
  status: RunStatus[];
  workflow: WorkflowId;
  createdAfter: number;
  createdBefore: number;
  attributes: Attributes;
  key: string;
  parent: RunId;
  parked: boolean;
  paused: boolean;
  retrying: boolean;
}

const workflowOption: Option<WorkflowId> = {
  expected: 'a compiled workflow function, { workflowId }, or a workflow id',
  read: (given) => workflowIdOf(typeof given === 'string' ? { workflowId: given } : given),
};

const isAttributeValue = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const attributesOption: Option<Attributes> = {
  expected: 'an object whose values are texts, finite numbers and booleans',
  read(given) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
    return Object.values(given).every(isAttributeValue) ? { ...(given as Attributes) } : undefined;
  },
};

/** The checks of {@link RunConditions}. */
export const conditionOptions: OptionTable<CheckedConditions> = {
  status: oneOrMore(['pending', 'running', 'completed', 'failed', 'cancelled']),
  workflow: workflowOption,
  createdAfter: pointInTime,
  createdBefore: pointInTime,
  attributes: attributesOption,
  key: text,
  parent: runIdText,
  parked: flag,
  paused: flag,
  retrying: flag,
};

/** The filter of a World for these conditions. */
export function toRunFilter(
  conditions: Partial<Omit<CheckedConditions, 'retrying'>>,
): Omit<RunFilter, 'limit' | 'cursor'> {
  const { status, workflow, createdAfter, createdBefore, attributes, key, parent, parked, paused } = conditions;
  return {
    ...(status && { statuses: status }),
    ...(workflow && { workflowId: workflow }),
    // The times of a World are inclusive, and whole milliseconds.
    ...(createdAfter !== undefined && { createdFrom: createdAfter + 1 }),
    ...(createdBefore !== undefined && { createdUntil: createdBefore - 1 }),
    ...(attributes && { attributes }),
    ...(key && { key }),
    ...(parent && { parent }),
    ...(parked !== undefined && { isParked: parked }),
    ...(paused !== undefined && { isPaused: paused }),
  };
}
