/**
 * The state of one run in the realm. Code of many runs shares the realm, but only one runs at a time: the host enters a
 * scope, lets the realm's microtasks drain, and leaves it. So the current scope always belongs to the run whose code is
 * running.
 */
import type { RunId, WorkflowId } from '../contract/ids.ts';
import { SparseMap } from '../contract/sparse-map.ts';
import type { AskedCommand } from '../journal/commands.ts';
import type { CarriedHook, RunContinued } from '../journal/events.ts';
import { CallTrace, type TracedPlace, type TracedCalls } from './call-trace.ts';
import type { RealmHost } from './realm-host.ts';

/** The facts about a run that its code may depend on. */
export interface RunIdentity {
  runId: RunId;
  workflowId: WorkflowId;
  seed: string;
  /** See `BEHAVIOURS`. */
  behaviour: number;
  /** The changes that the journal notes for the run, see `patched()`. */
  patches: readonly string[];
  /** Calls of which it is noted where in the source they are made. Default: none. */
  traced?: TracedCalls;
  /** The modules of these workflows are evaluated, and no workflow runs. */
  onlyLoads?: readonly string[];
}

/** A step call, sleep or child that waits for its outcome. */
export interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Of a step. */
  stepName?: string;
}

/** A hook that takes payloads. */
export interface PayloadReceiver {
  /** The code waits for the next payload now. */
  readonly isAwaited: boolean;
  /** The part that `continueAs()` keeps; `null`: nothing. */
  carry(): CarriedHook | null;
  receive(payload: string): void;
  conflict(token: string, heldBy: string): void;
  /** Rejects everything that waits with this error. */
  cancel(error: unknown): void;
}

/** Why the run is being stopped. */
export interface Stop {
  cause: 'cancel' | 'timeout';
  error: Error;
}

/** The state of one run, which lives as long as the run is in memory. */
export class RunScope {
  readonly identity: RunIdentity;
  readonly workflows = new Map<string, (...args: unknown[]) => unknown>();
  readonly classes = new SparseMap<string, object>();
  /** Classes that may be classes of errors, by id. */
  readonly errors = new SparseMap<string, object>();
  readonly pending = new Map<number, PendingCall>();
  readonly hooks = new SparseMap<number, PayloadReceiver>();
  /** The child runs, by call. */
  readonly children = new SparseMap<number, RunId>();
  /** Hooks from before `continueAs()` that the code has not asked for again, by token. */
  readonly carried = new SparseMap<string, KeptHook>();
  /** Names that `setAttributes()` was given. */
  attributeNames: readonly string[] = [];
  /** Answers that `patched()` gave. */
  readonly patches = new SparseMap<string, boolean>();
  /** The commands since the host last took them. */
  commands: AskedCommand[] = [];
  /** The places of the commands, if the run is traced. */
  places: (TracedPlace | null)[] = [];
  /** `null`: the run is not traced. */
  readonly trace: CallTrace | null;
  /** Workflow time: the time of the last delivered event. */
  nowMs = 0;
  startedAtMs = 0;
  /** Seq of the last `run_continued`; 0: none. */
  beganAt = 0;
  /** During a replay nothing is printed. */
  replaying = false;
  stopped: Stop | null = null;
  ended = false;
  /** `globalThis` of the run's code; `null` until the code begins. */
  runGlobal: object | null = null;
  random: (() => number) | null = null;
  randomBlocks = 0;
  /** Bytes of the last random block that are not used yet. */
  randomBytes: number[] = [];
  #calls = 0;

  constructor(identity: RunIdentity) {
    this.identity = identity;
    this.trace = identity.traced === undefined ? null : new CallTrace(identity.traced);
  }

  nextCall(): number {
    return this.#calls++;
  }

  /** The number of the next call. */
  get callCount(): number {
    return this.#calls;
  }

  /** Continues from the state of the run when it called `continueAs()`. */
  continueFrom({ seq, firstCall, hooks, startedAt }: RunContinued): void {
    this.beganAt = seq;
    this.#calls = firstCall;
    this.startedAtMs = startedAt;
    for (const hook of hooks) this.carried.set(hook.token, new KeptHook(this, hook));
  }

  /** Each part of a run has its own randomness, so that ids do not repeat. */
  get randomSeed(): string {
    const { seed } = this.identity;
    return this.beganAt === 0 ? seed : `${seed}@${this.beganAt}`;
  }

  carriedHook(call: number): KeptHook | undefined {
    return [...this.carried.values()].find((hook) => hook.call === call);
  }

  /** The run has ended: it gets no more events, and its commands are ignored. */
  close(): void {
    this.ended = true;
    this.pending.clear();
    this.hooks.clear();
    this.carried.clear();
  }

  /**
   * Asks the host for something. Ignored after the end of the run.
   * @param isDeclaration See {@link TracedPlace}.
   */
  ask(command: AskedCommand, isDeclaration = false): void {
    if (this.ended) return;
    this.commands.push(command);
    if (this.trace) this.places.push(this.trace.look(command, isDeclaration));
  }

  /** Whether the code waits for the outcome of an open call, as far as that can be told. The run is traced. */
  isAwaited(call: number): boolean {
    if (this.children.has(call)) return this.trace!.awaited.has(call);
    return this.pending.has(call) || this.hooks.get(call)?.isAwaited === true;
  }
}

/** A hook from before `continueAs()`. It keeps payloads until the code asks for the hook again. */
export class KeptHook {
  readonly isAwaited = false;
  readonly call: number;
  readonly payloads: string[];
  readonly #scope: RunScope;
  readonly #token: string;

  constructor(scope: RunScope, { call, token, payloads }: CarriedHook) {
    this.#scope = scope;
    this.#token = token;
    this.call = call;
    this.payloads = [...payloads];
  }

  carry(): CarriedHook {
    return { call: this.call, token: this.#token, payloads: this.payloads };
  }

  receive(payload: string): void {
    this.payloads.push(payload);
  }

  /** It never held its token. */
  conflict(): void {
    this.#scope.carried.delete(this.#token);
  }
}

let current: RunScope | null = null;
let realmHost: RealmHost | null = null;

/** The functions of the host. Set once, when the realm is created. */
export const host = (): RealmHost => realmHost!;
/** Sets the functions of the host. */
export const setHost = (value: RealmHost): void => {
  realmHost = value;
};

/** The run whose code is running; `null` outside turns. */
export const currentScope = (): RunScope | null => current;
/** Makes a run the current one; `null` at the end of its turn. */
export const enterScope = (scope: RunScope | null): void => {
  current = scope;
};

/** The scope of the running workflow. Call it only from functions that workflow code calls. */
export function requireScope(): RunScope {
  if (!current) throw new Error('The sandbox was entered without a run.');
  return current;
}
