/**
 * What the realm holds for one run. Code of many runs shares the realm, but only one runs at a time: the host enters a
 * scope, lets the realm's microtasks drain, and leaves it; so "the current scope" is always the run whose code is running.
 */
import type { RunId, WorkflowId } from '../contract/ids.ts';
import type { Command } from '../journal/commands.ts';
import type { RealmHost } from './realm-host.ts';

export interface RunIdentity {
  runId: RunId;
  workflowId: WorkflowId;
  seed: string;
}

/** A step call or a sleep that waits for its outcome. */
export interface PendingCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A hook that takes payloads. */
export interface PayloadReceiver {
  receive(payload: string): void;
  conflict(token: string, heldBy: string): void;
  /** Ends all waiting with this error. */
  cancel(error: unknown): void;
}

export class RunScope {
  readonly identity: RunIdentity;
  readonly workflows = new Map<string, (...args: unknown[]) => unknown>();
  readonly classes = new Map<string, object>();
  readonly pending = new Map<number, PendingCall>();
  readonly hooks = new Map<number, PayloadReceiver>();
  /** What was asked for since the host last took it. */
  commands: Command[] = [];
  /** Workflow time: that of the event that was delivered last. */
  nowMs = 0;
  startedAtMs = 0;
  /** While recorded events are delivered again nothing is printed. */
  replaying = false;
  cancelled = false;
  ended = false;
  random: (() => number) | null = null;
  randomBlocks = 0;
  /** Bytes of the last random block that are not used yet. */
  randomBytes: number[] = [];
  #calls = 0;

  constructor(identity: RunIdentity) {
    this.identity = identity;
  }

  nextCall(): number {
    return this.#calls++;
  }

  /** Asks the host for something; after the end of the run nothing is heard any more. */
  ask(command: Command): void {
    if (!this.ended) this.commands.push(command);
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
