/**
 * Host side of the sandbox: one realm for each bundle, in which every run gets module instances of its own.
 *
 * The realm has its own microtask queue, which V8 drains before an evaluation returns. So a turn is a plain synchronous
 * call: deliver one event, get what the run asks for next.
 */
import vm from 'node:vm';
import type { WorkflowBundle } from '../contract/build.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { Command } from '../journal/commands.ts';
import type { OutcomeEvent } from '../journal/events.ts';
import type { createRealm, OpenRun, RealmControls } from '../sandbox/realm.ts';
import { BUNDLE_FILE_NAME } from '../sandbox/stack-format.ts';
import { createRealmHost, type RealmServices } from './realm-host.ts';
import { realmScript } from './realm-script.generated.ts';
import { tolerateRejectionsOf } from './unhandled-rejections.ts';

const compiledRealmScript = new vm.Script(realmScript, { filename: 'workflow-realm.js' });
const tickScript = new vm.Script('__workflowTick__()', { filename: 'workflow-realm.js' });

export interface SandboxRun {
  runId: RunId;
  workflowId: WorkflowId;
  seed: string;
  /** Encoded arguments. */
  input: string;
}

export class Realm {
  readonly bundle: WorkflowBundle;
  readonly workflowIds: ReadonlySet<string>;
  readonly #context: vm.Context;
  readonly #controls: RealmControls;

  constructor(bundle: WorkflowBundle, services: RealmServices) {
    this.bundle = bundle;
    this.#context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
      microtaskMode: 'afterEvaluate',
      codeGeneration: { strings: false, wasm: false },
    });
    const exports = compiledRealmScript.runInContext(this.#context) as { createRealm: typeof createRealm };
    const realmPromise = vm.runInContext('Promise.prototype', this.#context) as object;
    tolerateRejectionsOf(realmPromise);
    this.#controls = exports.createRealm(createRealmHost(bundle, services));
    const factory = new vm.Script(bundle.code, { filename: BUNDLE_FILE_NAME }).runInContext(
      this.#context,
    ) as Parameters<RealmControls['useBundle']>[0];
    this.workflowIds = new Set(this.#controls.useBundle(factory));
  }

  openRun(run: SandboxRun): Sandbox {
    const { input, ...identity } = run;
    return new Sandbox(this.#context, this.#controls.openRun(identity, input));
  }
}

/** The workflow code of one run, in memory. */
export class Sandbox {
  readonly #context: vm.Context;
  readonly #run: OpenRun;

  constructor(context: vm.Context, run: OpenRun) {
    this.#context = context;
    this.#run = run;
  }

  /** While this is set, nothing is printed. */
  set replaying(value: boolean) {
    this.#run.scope.replaying = value;
  }

  /** Delivers one outcome and lets the code go on until it waits again; returns what it asked for meanwhile, in order. */
  deliver(event: OutcomeEvent): Command[] {
    this.#run.post(event);
    tickScript.runInContext(this.#context);
    return this.#run.collect().map(toHostObject);
  }
}

/** Objects of the realm have its prototypes; a command leaves it as an object of this side. */
function toHostObject(command: Command): Command {
  const copy = { ...command };
  if (copy.type === 'step_created' && copy.options) copy.options = { ...copy.options };
  if (copy.type === 'hook_created' && copy.webhook) copy.webhook = { ...copy.webhook };
  return copy;
}
