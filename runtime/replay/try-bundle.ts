/** Loads the modules of a new bundle as runs do, so that a build can say what would throw in every run. */
import type { LoadFailure, WorkflowBundle } from '../contract/build.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import { CURRENT_BEHAVIOUR } from '../journal/behaviours.ts';
import { createCodec } from '../values/codec.ts';
import { Realm } from './realm.ts';

/** The time that the modules see, and that they may take. */
export interface TryOptions {
  /** The time that the modules see, in milliseconds since the epoch. */
  nowMs: number;
  /** Time for the modules to load. */
  timeoutMs: number;
}

const RUN = {
  runId: 'wrun_00000000000000000000000000' as RunId,
  seed: 'build',
  input: '[]',
  behaviour: CURRENT_BEHAVIOUR,
  patches: [],
};

/**
 * Evaluates the modules of every workflow in a run that does nothing else. Where something throws, the workflow gets a
 * run of its own: only what throws there fails in real runs.
 * @returns The failures; none for a good bundle.
 */
export function tryBundle(bundle: WorkflowBundle, options: TryOptions): LoadFailure[] {
  let realm: Realm;
  try {
    realm = new Realm(bundle, { baseUrl: () => 'http://localhost', print: () => {} });
  } catch (error) {
    return [{ workflowId: '', error: String(error), places: [] }];
  }
  const all = [...realm.workflowIds] as WorkflowId[];
  const suspects = load(realm, all, options).map(({ workflowId }) => workflowId as WorkflowId);
  const thrown = (suspects.includes('' as WorkflowId) ? all : suspects).flatMap((id) => load(realm, [id], options));
  return thrown.map(({ workflowId, error, stack }) => ({ workflowId, error, places: placesIn(stack) }));
}

interface Thrown {
  /** Empty when the modules did not end in time. */
  workflowId: string;
  error: string;
  stack: string;
}

const codec = createCodec();

function load(realm: Realm, onlyLoads: readonly WorkflowId[], { nowMs, timeoutMs }: TryOptions): Thrown[] {
  const [workflowId] = onlyLoads;
  if (workflowId === undefined) return [];
  const sandbox = realm.openRun({ ...RUN, workflowId, onlyLoads });
  const started = { type: 'run_started', at: nowMs, seq: 1, buildId: realm.bundle.buildId } as const;
  try {
    const end = sandbox.deliverOnly(started, { timeout: timeoutMs }).find(({ type }) => type === 'run_completed');
    return end?.type === 'run_completed' ? (codec.decode(end.payload) as Thrown[]) : [];
  } catch (error) {
    return [{ workflowId: '', error: String(error), stack: '' }];
  }
}

function placesIn(stack: string): LoadFailure['places'] {
  return [...stack.matchAll(/^ +at (?:.* \()?(.+):(\d+):(\d+)\)?$/gm)].map(([, source, line, column]) => ({
    source: source!,
    line: Number(line),
    column: Number(column),
  }));
}
