/** Loads the modules of a new bundle as runs do, so that a build can say what would throw in every run. */
import type { LoadFailure, WorkflowBundle } from '../contract/build.ts';
import type { BuildId, RunId, WorkflowId } from '../contract/ids.ts';
import { CURRENT_BEHAVIOUR } from '../journal/behaviours.ts';
import { createCodec } from '../values/codec.ts';
import { Realm, type Sandbox } from './realm.ts';

/** The time that the modules see, and that they may take. */
export interface TryOptions {
  /** The time that the modules see, in milliseconds since the epoch. */
  nowMs: number;
  /** Time for the modules of one workflow. */
  timeoutMs: number;
}

const RUN = { runId: 'wrun_00000000000000000000000000' as RunId, seed: 'build', input: '[]', patches: [] };

/**
 * Evaluates the modules of every workflow, each in a run of its own that does nothing else.
 * @returns The failures; none for a good bundle.
 */
export function tryBundle(bundle: WorkflowBundle, options: TryOptions): LoadFailure[] {
  let realm: Realm;
  try {
    realm = new Realm(bundle, { baseUrl: () => 'http://localhost', print: () => {} });
  } catch (error) {
    return [{ workflowId: '', error: String(error), places: [] }];
  }
  return [...realm.workflowIds].flatMap((id) => tryWorkflow(realm, id as WorkflowId, options) ?? []);
}

function tryWorkflow(realm: Realm, workflowId: WorkflowId, options: TryOptions): LoadFailure | null {
  const sandbox = realm.openRun({ ...RUN, workflowId, behaviour: CURRENT_BEHAVIOUR, isOnlyLoaded: true });
  const failure = load(sandbox, realm.bundle.buildId, options);
  return failure && { workflowId, error: failure.error, places: placesIn(failure.stack) };
}

interface Thrown {
  error: string;
  stack: string;
}

const codec = createCodec();

function load(sandbox: Sandbox, buildId: BuildId, { nowMs, timeoutMs }: TryOptions): Thrown | null {
  try {
    const started = { type: 'run_started', at: nowMs, seq: 1, buildId } as const;
    const commands = sandbox.deliverOnly(started, { timeout: timeoutMs });
    const end = commands.find((command) => command.type === 'run_completed');
    return end ? (codec.decode(String(end.payload)) as Thrown | null) : null;
  } catch (error) {
    return { error: String(error), stack: '' };
  }
}

function placesIn(stack: string): LoadFailure['places'] {
  return [...stack.matchAll(/^ +at (?:.* \()?(.+):(\d+):(\d+)\)?$/gm)].map(([, source, line, column]) => ({
    source: source!,
    line: Number(line),
    column: Number(column),
  }));
}
