/** Handles of things that stay where they are: runs, hooks, and workflow functions. They cross as what names them. */
import { createValueError } from './messages.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/** The property by which an object says what it is a handle of. */
export const HANDLE: unique symbol = Symbol.for('workflow.handle') as never;

/** The stored form of a handle: the id of a run, the token of a hook, or the id of a workflow. */
export type HandleReference = { run: string } | { hook: string } | { workflow: string };

/** Makes the handles of one side. */
export interface HandleMaker {
  fromReference(reference: HandleReference): object;
}

function toReference(value: object): HandleReference | null {
  const { [HANDLE]: own, workflowId } = value as { [HANDLE]?: HandleReference; workflowId?: unknown };
  if (own !== undefined) return own;
  return typeof value === 'function' && typeof workflowId === 'string' ? { workflow: workflowId } : null;
}

/** The type of handles, among objects and among functions. */
export function createHandleType({ handles }: CodecEnvironment): ValueType {
  return defineValueType<HandleReference>({
    tag: 'Handle',
    matches: (value) => handles !== undefined && toReference(value) !== null,
    encode: (value: object) => ({ ...toReference(value)! }),
    decode(reference) {
      if (handles === undefined) throw createValueError('value_reference_unsupported', { kind: 'handle' });
      return handles.fromReference(reference);
    },
  });
}
