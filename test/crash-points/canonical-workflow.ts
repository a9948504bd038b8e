/** A workflow that is played with its process ending at every point, and what the outside does to it meanwhile. */
import type { StartOptions } from '../../runtime/entries/api.ts';
import type { TestCode, Toolbox } from '../runtime/build-from-functions.ts';
import type { Caller } from './caller.ts';
import type { ProcessLife } from './process-life.ts';

type Steps = NonNullable<TestCode['steps']>;

export interface CanonicalWorkflow {
  /** Names the workflow in the words of its users. */
  name: string;
  /** Its source text becomes the bundle, so it may use nothing from around it. */
  workflow: (toolbox: Toolbox, ...args: any[]) => Promise<unknown>;
  /** Steps, or how to make them for a process that they may end. */
  steps?: Steps | ((life: ProcessLife) => Steps);
  /** Of the start. */
  options?: StartOptions;
  /** Requests from outside after the start, in order. */
  outside?: (caller: Caller) => Promise<void>;
  /** Namespaces of the streams whose chunks belong to the result; `undefined` is the default stream. */
  streams?: (string | undefined)[];
}
