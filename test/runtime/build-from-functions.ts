/**
 * A build made of plain functions, without the compiler: each workflow is a function of a toolbox and its arguments.
 * Its source text becomes the bundle, so it may use nothing else from around it.
 */
import { createHash } from 'node:crypto';
import type { Build, RegisteredStep, StepFunction } from '../../runtime/contract/build.ts';
import type { BuildId } from '../../runtime/contract/ids.ts';
import type { WorkflowRuntime } from '../../runtime/sandbox/workflow-runtime.ts';

type AnyAsync = (...args: any[]) => Promise<any>;

export interface Toolbox extends Omit<WorkflowRuntime, 'stepProxy' | 'registerWorkflow' | 'registerClass' | 'outside'> {
  /** The proxy of a step of this build. */
  step(name: string): AnyAsync & { maxRetries?: number };
  /** The global object of the run. */
  globals: typeof globalThis;
}

export interface TestCode {
  workflows: Record<string, (toolbox: Toolbox, ...args: any[]) => Promise<unknown>>;
  steps?: Record<string, ((...args: any[]) => unknown) & { maxRetries?: number }>;
  /** Text that makes the bundle another one. */
  version?: string;
}

export const workflowIdOf = (name: string): string => `workflow//./test//${name}`;
const stepNameOf = (name: string): string => `step//./test//${name}`;

/** A workflow function from its source text. */
export const fromText = (source: string): TestCode['workflows'][string] =>
  Object.assign(async () => {}, { toString: () => source });

export function buildFromFunctions({ workflows, steps = {}, version = '' }: TestCode): Build {
  const entries = Object.entries(workflows).map(
    ([name, fn]) =>
      `${JSON.stringify(workflowIdOf(name))}: async () => register(${JSON.stringify(workflowIdOf(name))}, ${fn.toString()})`,
  );
  const code = `(function (globalThis, __workflow__) {
  'use strict'; // ${version}
  const { Date, Math, console, crypto, fetch, setTimeout } = globalThis;
  const step = (name) => __workflow__.stepProxy('step//./test//' + name);
  const toolbox = { ...__workflow__, step, globals: globalThis };
  const register = (id, fn) => __workflow__.registerWorkflow(id, (...args) => fn(toolbox, ...args));
  return { load: { ${entries.join(',\n')} } };
})`;
  const buildId = createHash('sha256').update(code).digest('hex').slice(0, 16) as BuildId;
  return {
    bundle: { buildId, code, map: null },
    steps: new Map(
      Object.entries(steps).map(([name, fn]): [string, RegisteredStep] => [
        stepNameOf(name),
        { kind: 'function', fn: fn as StepFunction },
      ]),
    ),
    manifest: { version: '1', buildId, workflows: {}, steps: {}, classes: {} },
  };
}
