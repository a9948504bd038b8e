/**
 * What the realm holds for one run. Code of many runs shares the realm, but only one runs at a time: the host enters a
 * scope, lets the realm's microtasks drain, and leaves it; so "the current scope" is always the run whose code is running.
 */
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { AskedCommand } from '../journal/commands.ts';
import type { CarriedHook, RunContinued } from '../journal/events.ts';
import type { RealmHost } from './realm-host.ts';

export interface RunIdentity {
  runId: RunId;
  workflowId: WorkflowId;
  seed: string;
  /** Changes that the journal says the run has, see `patched()`. */
  patches: readonly string[];
  /** Notes where in the source each command is asked for, which costs time. */
  isTraced?: boolean;
}

/** A step call or a sleep that waits for its outcome. */
export interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A hook that takes payloads. */
export interface PayloadReceiver {
  /** What stays open when the run begins anew; `null`: nothing does. */
  carry(): CarriedHook | null;
  receive(payload: string): void;
  conflict(token: string, heldBy: string): void;
  /** Ends all waiting with this error. */
  cancel(error: unknown): void;
}

/** Why the run is to end. */
export interface Stop {
  cause: 'cancel' | 'timeout';
  error: Error;
}

export class RunScope {
  readonly identity: RunIdentity;
  readonly workflows = new Map<string, (...args: unknown[]) => unknown>();
  readonly classes = new Map<string, object>();
  readonly pending = new Map<number, PendingCall>();
  readonly hooks = new Map<number, PayloadReceiver>();
  /** Runs that this one started, by call. */
  readonly children = new Map<number, RunId>();
  /** Hooks of before the run began anew that the code has not asked for again, by token. */
  readonly carried = new Map<string, KeptHook>();
  /** Answers that `patched()` gave. */
  readonly patches = new Map<string, boolean>();
  /** What was asked for since the host last took it. */
  commands: AskedCommand[] = [];
  /** Where that was, if the run is traced. */
  places: string[] = [];
  /** Workflow time: that of the event that was delivered last. */
  nowMs = 0;
  startedAtMs = 0;
  /** Seq of the event with which the run began anew; 0: it never did. */
  beganAt = 0;
  /** While recorded events are delivered again nothing is printed. */
  replaying = false;
  stopped: Stop | null = null;
  ended = false;
  random: (() => number) | null = null;
  randomBlocks = 0;
  /** Bytes of the last random block that are not used yet. */
  randomBytes: number[] = [];
  #calls = 0;
  readonly #findPlace: (() => string) | null;

  /** @param findPlace Says where in the source the code is; `null`: that is not noted. */
  constructor(identity: RunIdentity, findPlace: (() => string) | null = null) {
    this.identity = identity;
    this.#findPlace = findPlace;
  }

  nextCall(): number {
    return this.#calls++;
  }

  /** The number that the next call gets. */
  get callCount(): number {
    return this.#calls;
  }

  /** Begins where the run was when it asked to begin anew. */
  continueFrom({ seq, firstCall, hooks, startedAt }: RunContinued): void {
    this.beganAt = seq;
    this.#calls = firstCall;
    this.startedAtMs = startedAt;
    for (const hook of hooks) this.carried.set(hook.token, new KeptHook(this, hook));
  }

  /** Each part of a run has randomness of its own, or ids would come twice. */
  get randomSeed(): string {
    const { seed } = this.identity;
    return this.beganAt === 0 ? seed : `${seed}@${this.beganAt}`;
  }

  carriedHook(call: number): KeptHook | undefined {
    return [...this.carried.values()].find((hook) => hook.call === call);
  }

  /** The run has ended: nothing is delivered or heard any more. */
  close(): void {
    this.ended = true;
    this.pending.clear();
    this.hooks.clear();
    this.carried.clear();
  }

  /** Asks the host for something; after the end of the run nothing is heard any more. */
  ask(command: AskedCommand): void {
    if (this.ended) return;
    this.commands.push(command);
    if (this.#findPlace) this.places.push(this.#findPlace());
  }
}

/** A hook of before the run began anew: it keeps what comes until the code asks for the hook again. */
export class KeptHook {
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

  /** It never had its token. */
  conflict(): void {
    this.#scope.carried.delete(this.#token);
  }
}

let current: RunScope | null = null;
let realmHost: RealmHost | null = null;

export const host = (): RealmHost => realmHost!;
export const setHost = (value: RealmHost): void => {
  realmHost = value;
};

export const currentScope = (): RunScope | null => current;
export const enterScope = (scope: RunScope | null): void => {
  current = scope;
};

/** The scope of the running workflow. Library code calls this only from functions that workflow code calls. */
export function requireScope(): RunScope {
  if (!current) throw new Error('The sandbox was entered without a run.');
  return current;
}
