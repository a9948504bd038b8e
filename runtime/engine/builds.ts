/** The code this process has: the current build, and realms for it and for older bundles out of the archive. */
import type { Build, WorkflowBundle } from '../contract/build.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import type { Payload } from '../journal/events.ts';
import { Realm, type Sandbox, type SandboxRun } from '../replay/realm.ts';
import type { RealmServices } from '../replay/realm-host.ts';
import type { World } from '../world/world.ts';
import { examineClasses, toOwnClasses, type WritingCode } from './own-classes.ts';
import { StepFinder, type StepFinderOptions } from './step-finder.ts';

/** Realms of older builds that are kept. */
const REALMS_MAX = 8;

/** Realms by the build whose code they hold. */
export type RealmCache = Map<BuildId, Realm>;

/** The arguments of a run that begins. */
export interface NewInput {
  workflowId: string;
  /** The build whose code has made them; `null`: nobody knows. */
  callerId: BuildId | null;
  /** All values that come along. */
  input: readonly Payload[];
}

/** The sandbox of a run, and the build whose code is in it. */
export interface OpenedRun {
  sandbox: Sandbox;
  buildId: BuildId;
}

/** How code is found. */
export interface BuildsOptions extends StepFinderOptions {
  /** Realms that are there already: simulated processes share theirs. */
  realms: RealmCache | undefined;
}

/**
 * Finds the code for runs: the current build, and the older builds that runs began with. Builds are never compiled
 * again.
 */
export class Builds {
  /** The functions of steps. */
  readonly steps: StepFinder;
  readonly #world: World;
  readonly #services: RealmServices;
  readonly #realms: RealmCache;
  #current: Build | null = null;

  constructor(world: World, services: RealmServices, { realms = new Map(), ...options }: BuildsOptions) {
    this.#world = world;
    this.#services = services;
    this.#realms = realms;
    this.steps = new StepFinder(world, options);
  }

  /** Makes `build` the one that new runs begin with. Its bundle must be archived before a run starts on it. */
  use(build: Build): void {
    this.#current = build;
    this.steps.use(build);
  }

  /** The build that new runs begin with; `null` in a process that has no code. */
  get currentId(): BuildId | null {
    return this.#current?.bundle.buildId ?? null;
  }

  /** The build that new runs begin with. @throws `bundle_missing` in a process that has no code. */
  requireCurrentId(): BuildId {
    const id = this.currentId;
    if (id === null) throw runtimeError('bundle_missing', { buildId: 'current' });
    return id;
  }

  /**
   * The build that a run begins with, whose arguments come from code of the build `callerId`: that one, if the workflow
   * takes other arguments now, or instances of other classes; else `null`, the current one. Its contracts must have
   * been learned.
   */
  chooseFor({ workflowId, callerId, input }: NewInput): BuildId | null {
    const [old, now] = [this.steps.contractsOf(callerId), this.steps.contractsOf(this.currentId)];
    const isUnreadable = (value: Payload): boolean => {
      if (!old || !now) return false;
      const reader = { contracts: now, has: (id: string) => id in now || !(id in old), isOfBefore: false };
      const { moved, misfit } = examineClasses(value, reader, this.steps.writer(callerId, true));
      return moved.size > 0 || misfit !== null;
    };
    const isOther = this.steps.isOther(workflowId, callerId, this.currentId) || input.some(isUnreadable);
    return isOther ? callerId : null;
  }

  /**
   * A value that code of another build may have written, as this run reads it, whose code has begun.
   * @throws `value_class_unknown`, `value_class_differs`.
   */
  toOwnClasses({ sandbox, buildId }: OpenedRun, payload: Payload, writer: WritingCode): Payload {
    const contracts = this.steps.contractsOf(buildId);
    // A package that brings its compiled form along is in no contract.
    const has = (classId: string): boolean => !!contracts?.[classId] || sandbox.hasClass(classId);
    return toOwnClasses(payload, { contracts, has, isOfBefore: buildId !== this.currentId }, writer);
  }

  /** Whether a new run of this workflow can begin here at once. @param buildId That it must have; default: any. */
  canBegin(workflowId: string, buildId = this.currentId): boolean {
    if (this.#current === null || buildId !== this.currentId) return false;
    return this.#realm(this.#current.bundle).workflowIds.has(workflowId);
  }

  /**
   * Whether a new run of this workflow can begin on a build: `bundle_missing`, `workflow_code_missing`, or `null` when
   * it can.
   */
  async refuseBegin(buildId: BuildId, workflowId: string): Promise<WorkflowError | null> {
    const missing = await this.load(buildId);
    if (missing || this.#find(buildId)!.workflowIds.has(workflowId)) return missing;
    return runtimeError('workflow_code_missing', { workflowId, buildId });
  }

  /** Whether {@link load} has nothing to fetch. */
  isAtHand(buildId: BuildId | null): boolean {
    return this.steps.knows(buildId) && this.#find(buildId) !== null;
  }

  /**
   * Fetches the bundle of `buildId`, and what is known of its steps; `null` is the current build.
   * @returns `bundle_missing`, or `null` when it is at hand.
   */
  async load(buildId: BuildId | null): Promise<WorkflowError | null> {
    await this.steps.learn(buildId);
    if (this.#find(buildId)) return null;
    const archived = buildId && (await this.#world.loadBundle(buildId));
    if (!archived) return runtimeError('bundle_missing', { buildId: buildId ?? 'current' });
    this.#realm(archived);
    return null;
  }

  /** A fresh sandbox for a run; its bundle must have been loaded. */
  openRun(buildId: BuildId | null, run: SandboxRun): OpenedRun | { error: WorkflowError } {
    const realm = this.#find(buildId)!;
    const { buildId: ownId } = realm.bundle;
    if (realm.workflowIds.has(run.workflowId)) return { sandbox: realm.openRun(run), buildId: ownId };
    return { error: runtimeError('workflow_code_missing', { workflowId: run.workflowId, buildId: ownId }) };
  }

  /** The bundle of `buildId`, here or in the store; `null` is the current build. Otherwise `bundle_missing`. */
  async findBundle(buildId: BuildId | null): Promise<WorkflowBundle | { error: WorkflowError }> {
    const current = this.#current?.bundle;
    if (current && (buildId === null || buildId === current.buildId)) return current;
    const archived = buildId && (await this.#world.loadBundle(buildId));
    return archived || { error: runtimeError('bundle_missing', { buildId: buildId ?? 'current' }) };
  }

  /** A realm that no run of this process is in. Nothing is printed and nothing is watched there. */
  openApart(bundle: WorkflowBundle): Realm {
    return new Realm(bundle, { baseUrl: () => this.#services.baseUrl(), print: () => {} });
  }

  #find(buildId: BuildId | null): Realm | null {
    const current = this.#current?.bundle;
    if (current && (buildId === null || buildId === current.buildId)) return this.#realm(current);
    return (buildId && this.#realms.get(buildId)) || null;
  }

  #realm(bundle: WorkflowBundle): Realm {
    let realm = this.#realms.get(bundle.buildId);
    if (!realm) {
      realm = new Realm(bundle, this.#services);
      const oldest = this.#realms.keys().next();
      if (this.#realms.size >= REALMS_MAX && !oldest.done) this.#realms.delete(oldest.value);
      this.#realms.set(bundle.buildId, realm);
    }
    return realm;
  }
}
