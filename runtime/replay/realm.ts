/**
 * Host side of the sandbox: one realm for each bundle, in which every run gets module instances of its own; or, where
 * the settings ask for it, one for each run.
 *
 * The realm has its own microtask queue, which V8 drains before an evaluation returns. So a turn is a plain synchronous
 * call: deliver one event, get what the run asks for next.
 */
import vm from 'node:vm';
import type { WorkflowBundle } from '../contract/build.ts';
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { AskedCommand, Command } from '../journal/commands.ts';
import type { TurnWatch } from '../contract/turn-watch.ts';
import type { OutcomeEvent, RunContinued } from '../journal/events.ts';
import type { createRealm, OpenRun, RealmControls } from '../sandbox/realm.ts';
import type { TracedPlace, TracedCalls } from '../sandbox/call-trace.ts';
import { BUNDLE_FILE_NAME } from '../sandbox/stack-format.ts';
import type { RealmHost } from '../sandbox/realm-host.ts';
import { toDebuggableCode, toSkippedCode } from './debug-map.ts';
import { toHostCommand } from './host-command.ts';
import { createRealmHost, type RealmServices } from './realm-host.ts';
import { realmScript } from './realm-script.generated.ts';
import { tolerateRejectionsOf } from './unhandled-rejections.ts';

const compileOwn = (code: string): vm.Script => new vm.Script(toSkippedCode(code), { filename: 'workflow-realm.js' });
const compiledRealmScript = compileOwn(realmScript);
const objectPrototypeScript = compileOwn('Object.prototype');
const tickScript = compileOwn('__workflowTick__()');

/** A run that wants a sandbox. */
export interface SandboxRun {
  runId: RunId;
  workflowId: WorkflowId;
  seed: string;
  /** Encoded arguments. */
  input: string;
  /** See `BEHAVIOURS`. */
  behaviour: number;
  /** Changes that the journal says the run has, see `patched()`. */
  patches: readonly string[];
  /** Calls of which it is noted where in the source they are made, which costs time. Default: none. */
  traced?: TracedCalls;
  /** Evaluates the modules of these workflows, and runs none. */
  onlyLoads?: readonly WorkflowId[];
}

type BundleFactory = Parameters<RealmControls['useBundle']>[0];

/** A context with a bundle in it. */
interface OpenContext {
  context: vm.Context;
  controls: RealmControls;
  workflowIds: string[];
}

/** The realm of one bundle: the bundle is compiled once, and each run gets a sandbox in it. */
export class Realm {
  readonly bundle: WorkflowBundle;
  readonly workflowIds: ReadonlySet<string>;
  readonly #services: RealmServices;
  readonly #host: RealmHost;
  readonly #script: vm.Script;
  readonly #shared: OpenContext;

  constructor(bundle: WorkflowBundle, services: RealmServices) {
    this.bundle = bundle;
    this.#services = services;
    this.#host = createRealmHost(bundle, services);
    this.#script = new vm.Script(toDebuggableCode(bundle), { filename: BUNDLE_FILE_NAME });
    this.#shared = this.#openContext();
    this.workflowIds = new Set(this.#shared.workflowIds);
  }

  /** Opens a sandbox for a run, before its first event. */
  openRun(run: SandboxRun): Sandbox {
    const { input, ...identity } = run;
    const { context, controls } = this.#services.isolation === 'run' ? this.#openContext() : this.#shared;
    return new Sandbox({ context, run: controls.openRun(identity, input), watch: this.#services.watch });
  }

  #openContext(): OpenContext {
    const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
      microtaskMode: 'afterEvaluate',
      codeGeneration: { strings: false, wasm: false },
    });
    const exports = compiledRealmScript.runInContext(context) as { createRealm: typeof createRealm };
    tolerateRejectionsOf(objectPrototypeScript.runInContext(context) as object);
    const controls = exports.createRealm(this.#host);
    const workflowIds = controls.useBundle(this.#script.runInContext(context) as BundleFactory);
    return { context, controls, workflowIds };
  }
}

interface SandboxOptions {
  context: vm.Context;
  run: OpenRun;
  watch: TurnWatch | undefined;
}

/** The workflow code of one run, in memory. */
export class Sandbox {
  readonly #context: vm.Context;
  readonly #run: OpenRun;
  readonly #watch: TurnWatch | undefined;
  /** Where in the source the commands of the last turn were asked for, if the run is traced. */
  places: readonly (TracedPlace | null)[] = [];

  constructor({ context, run, watch }: SandboxOptions) {
    this.#context = context;
    this.#run = run;
    this.#watch = watch;
  }

  /** The code has come to its end. */
  get hasEnded(): boolean {
    return this.#run.scope.ended;
  }

  /** Whether the code has made a class of values known under this id. */
  hasClass(classId: string): boolean {
    return this.#run.scope.classes.has(classId);
  }

  /** Where in the source a traced call was made; `null`: it is not known. */
  placeOf(call: number): TracedPlace | null {
    return this.#run.scope.trace?.places.get(call) ?? null;
  }

  /** Whether the code waits for the outcome of an open call, as far as that can be told. The run is traced. */
  isAwaited(call: number): boolean {
    return this.#run.scope.isAwaited(call);
  }

  /** While this is set, nothing is printed. */
  set replaying(value: boolean) {
    this.#run.scope.replaying = value;
  }

  /** Delivers one outcome and lets the code go on until it waits again. @returns Its commands, in order. */
  deliver(event: OutcomeEvent | RunContinued): Command[] {
    return this.deliverOnly(event).map(toHostCommand);
  }

  /**
   * Like {@link deliver}. The commands are objects of the realm: {@link toHostCommand} has to take each out of it.
   * @param limits With a `timeout`, in milliseconds, code that does not end is stopped with an error.
   */
  deliverOnly(event: OutcomeEvent | RunContinued, limits?: { timeout: number }): readonly AskedCommand[] {
    const { runId, workflowId } = this.#run.scope.identity;
    this.#run.post(event);
    this.#watch?.enter(runId, workflowId);
    try {
      tickScript.runInContext(this.#context, limits);
    } finally {
      this.#watch?.leave();
    }
    const { commands, places } = this.#run.collect();
    this.places = places;
    return commands;
  }
}
