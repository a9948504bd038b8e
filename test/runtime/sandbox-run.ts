/**
 * Workflow code in a realm of its own, without an engine: delivers the first event and gives what the code comes to.
 */
import { CURRENT_BEHAVIOUR } from '../../runtime/journal/behaviours.ts';
import type { RunId, WorkflowId } from '../../runtime/contract/ids.ts';
import type { Command } from '../../runtime/journal/commands.ts';
import type { OutcomeEvent } from '../../runtime/journal/events.ts';
import type { RealmServices } from '../../runtime/replay/realm-host.ts';
import { Realm, type Sandbox } from '../../runtime/replay/realm.ts';
import { createCodec } from '../../runtime/values/codec.ts';
import { buildFromFunctions, fromText, workflowIdOf } from './build-from-functions.ts';

const codec = createCodec();

/** The moment at which every run here begins: 2024-02-29T12:34:56.789Z. */
export const STARTED_AT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);

const SEED = 'ab'.repeat(32);

/**
 * A realm whose workflow `main` has this body; it sees `globals`, the toolbox as `toolbox`, and the argument `input`.
 */
export function openRealm(body: string, services: Partial<RealmServices> = {}): Realm {
  const main = fromText(`async (toolbox, input) => { const { globals } = toolbox; ${body} }`);
  const { bundle } = buildFromFunctions({ workflows: { main } });
  return new Realm(bundle, { baseUrl: () => 'http://localhost', print: () => {}, ...services });
}

/** A run of that workflow that has not begun. */
export function openRun(
  realm: Realm,
  input?: unknown,
  { seed = SEED, behaviour = CURRENT_BEHAVIOUR }: { seed?: string; behaviour?: number | undefined } = {},
): Sandbox {
  return realm.openRun({
    runId: 'wrun_1' as RunId,
    workflowId: workflowIdOf('main') as WorkflowId,
    seed,
    behaviour,
    input: codec.encode([input]),
    patches: [],
  });
}

/** Delivers the first event. */
export const begin = (sandbox: Sandbox): Command[] =>
  sandbox.deliver({ type: 'run_started', seq: 2, at: STARTED_AT } as OutcomeEvent);

/** The run's result. @throws the run's error, as the host sees it; an error when the run has not ended. */
export function resultOf(commands: Command[]): any {
  const last = commands.at(-1);
  if (last?.type === 'run_completed') return codec.decode(last.payload);
  if (last?.type === 'run_failed') throw codec.decode(last.payload);
  throw new Error(`The run has not ended: it asked for ${commands.map(({ type }) => type).join()}`);
}

/** Runs the body of a workflow that needs no outcome but its start. */
export const run = (body: string, input?: unknown): any => resultOf(begin(openRun(openRealm(body), input)));
