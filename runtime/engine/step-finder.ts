/**
 * Which function answers a step call. Steps are those of the newest build, also for runs of older builds, so that a
 * mended step reaches runs that sleep. But a call is never answered by a function that it does not mean, or that needs
 * variables that the call does not bring along: see `contract/code-contracts.ts`.
 */
import type { Build, FoundStep, RegisteredStep } from '../contract/build.ts';
import type { WorkflowError } from '../contract/errors.ts';
import type { BuildId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import {
  contractsOf,
  findContract,
  findMisfit,
  type CodeContract,
  type CodeContracts,
  type ContractMisfit,
} from '../contract/code-contracts.ts';
import { mayNameClass } from '../host-values/classes-in.ts';
import { hostClasses } from '../host-values/host-classes.ts';
import { toOwnClasses, type WritingCode } from './own-classes.ts';
import { LIBRARY_STEPS } from '../steps/library-steps.ts';
import type { Payload } from '../journal/events.ts';
import type { World } from '../world/world.ts';

/** How steps of older builds are found. */
export interface StepFinderOptions {
  log: Log;
  /** Where the newest build cannot answer a call, the step code that was kept for the build of the run does. */
  keepsSteps: boolean;
}

/** The steps of a build that runs have begun with. */
interface KnownBuild {
  /** `null`: an older compiler made it, so nothing is known. */
  contracts: CodeContracts | null;
  /** `null`: they were not kept, or are not needed. */
  kept: ReadonlyMap<string, RegisteredStep> | null;
}

/** Which step of the newest build answers a call; or what does, if none of them. */
type Answer = { id: string; contract: CodeContract | undefined } | FoundStep;

/** Finds steps for runs of any build. */
export class StepFinder {
  readonly #world: World;
  readonly #options: StepFinderOptions;
  readonly #known = new Map<BuildId | null, KnownBuild>();
  /** The answers so far, by the build of the run and the id of the step. In development a file may load again. */
  readonly #answers = new Map<BuildId | null, Map<string, Answer>>();
  #current: Build | null = null;

  constructor(world: World, options: StepFinderOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** Makes the steps of `build` those that are called. */
  use(build: Build): void {
    this.#current = build;
    const kept = this.#options.keepsSteps ? build.steps : null;
    this.#known.set(build.bundle.buildId, { contracts: contractsOf(build.manifest), kept });
    this.#answers.clear();
  }

  /** Whether {@link learn} has nothing to read. */
  knows(buildId: BuildId | null): boolean {
    return buildId === null || this.#known.has(buildId);
  }

  /** Reads what the store knows of the steps of a build, once: before steps are found for its runs. */
  async learn(buildId: BuildId | null): Promise<void> {
    if (buildId === null || this.knows(buildId)) return;
    const contracts = await this.#world.loadContracts(buildId);
    const kept = contracts && this.#options.keepsSteps ? await this.#loadKept(buildId, contracts) : null;
    // It may have come into use meanwhile.
    if (this.#known.has(buildId)) return;
    this.#known.set(buildId, { contracts, kept });
    this.#answers.delete(buildId);
  }

  /** The function that answers a call which the code of `buildId` has made. */
  find(name: string, buildId: BuildId | null): FoundStep {
    let answers = this.#answers.get(buildId);
    if (!answers) this.#answers.set(buildId, (answers = new Map<string, Answer>()));
    let answer = answers.get(name);
    if (!answer) answers.set(name, (answer = this.#answer(name, this.#known.get(buildId))));
    return 'id' in answer ? { step: this.#newest(answer)!, error: null } : answer;
  }

  /** Whether `to` has a function of this id, and it is not the one that code of `from` means. */
  isOther(id: string, from: BuildId | null, to: BuildId | null): boolean {
    const [old, now] = [this.contractsOf(from), this.contractsOf(to)];
    if (!old?.[id] || !now?.[id]) return false;
    const found = findContract(id, old, now);
    return !('id' in found) || found.id !== id;
  }

  /**
   * Why a run cannot move with the call of this step, or with its own arguments; `null`: it can. The other code asks
   * for the same id at the same place, so only what the call brings along matters.
   */
  refuseMove(id: string, from: BuildId | null, to: BuildId | null): WorkflowError | null {
    const [old, now] = [from, to].map((buildId) => this.contractsOf(buildId)?.[id]);
    const misfit = old && now && findMisfit({ ...old, code: now.code }, now);
    return misfit ? differs(id, misfit, old, now) : null;
  }

  /**
   * A value that code of another build may have written, as the steps read it.
   * @param writerId The build of the run that it comes from; `null`: nobody knows.
   * @throws `value_class_unknown`, `value_class_differs`.
   */
  toOwnClasses(payload: Payload, writerId: BuildId | null): Payload {
    if (!mayNameClass(payload)) return payload;
    const contracts = this.contractsOf(this.#current?.bundle.buildId ?? null);
    // A package that brings its compiled form along is in no contract. Classes of before may still be in the process.
    const isOfBefore = (id: string): boolean => this.#allContracts().some((one) => one?.[id]);
    const has = (id: string): boolean =>
      contracts?.[id] !== undefined ||
      ((!contracts || this.#options.keepsSteps || !isOfBefore(id)) && hostClasses.get(id) !== undefined);
    return toOwnClasses(payload, { contracts, has, isOfBefore: false }, this.writer(writerId, writerId !== null));
  }

  /** The code of a value that a build has written. @param isCertain `false`: another one may have. */
  writer(buildId: BuildId | null, isCertain: boolean): WritingCode {
    return { contracts: this.contractsOf(buildId), isCertain, all: () => this.#allContracts() };
  }

  /** Whether steps of this process may be those of older builds. */
  get keepsSteps(): boolean {
    return this.#options.keepsSteps;
  }

  /** The contracts of a build; `null`: nobody knows them. */
  contractsOf(buildId: BuildId | null): CodeContracts | null {
    return this.#known.get(buildId)?.contracts ?? null;
  }

  #allContracts(): (CodeContracts | null)[] {
    return Array.from(this.#known.values(), ({ contracts }) => contracts);
  }

  #answer(name: string, known: Pick<KnownBuild, 'contracts' | 'kept'> = { contracts: null, kept: null }): Answer {
    const { contracts } = known;
    const now = this.#current && this.#known.get(this.#current.bundle.buildId)!.contracts;
    const found = contracts?.[name] && now ? findContract(name, contracts, now) : { id: name };
    const newest = 'id' in found ? { id: found.id, contract: contracts ? now?.[found.id] : undefined } : null;
    if (newest && this.#newest(newest)) return newest;
    const step = known.kept?.get(name);
    if (step) return { step, error: null };
    const misfit = 'misfit' in found && found.misfit;
    return { step: null, error: misfit ? differs(name, misfit, contracts![name]!, now![name]!) : missing(name) };
  }

  #newest({ id, contract }: Extract<Answer, { id: string }>): RegisteredStep | undefined {
    const step = this.#current?.steps.get(id) ?? LIBRARY_STEPS.get(id);
    return step?.kind === 'closure' && contract ? refuseLess(id, step, contract) : step;
  }

  /** Old code is evaluated only when it is needed: it may connect to something while it loads. */
  async #loadKept(buildId: BuildId, contracts: CodeContracts): Promise<KnownBuild['kept']> {
    const { stepCode } = this.#current ?? {};
    const steps = Object.keys(contracts).filter((id) => id.startsWith('step//'));
    const isNeeded = steps.some((name) => !('id' in this.#answer(name, { contracts, kept: null })));
    const text = stepCode && isNeeded ? await this.#world.loadStepCode(buildId) : null;
    if (!stepCode || text === null) return null;
    try {
      return await stepCode.load(text);
    } catch (error) {
      this.#options.log.warn('steps_not_loaded', { buildId, error });
      return null;
    }
  }
}

/**
 * A step that was passed as a value may come from a run of any build: what it brings along is seen only when it is
 * called. @returns A step whose calls throw `step_code_differs` rather than use a variable that is not there.
 */
function refuseLess(
  stepName: string,
  { create }: Extract<RegisteredStep, { kind: 'closure' }>,
  { captures = [], place }: CodeContract,
): RegisteredStep {
  return {
    kind: 'closure',
    create(captured) {
      // The object that a method is called on is no captured value.
      const lacking = captures.filter((name) => name !== 'this' && !(name in captured));
      if (lacking.length > 0)
        throw runtimeError('step_code_differs', {
          stepName,
          found: place,
          misfit: { kind: 'captures', missing: lacking },
        });
      return create(captured);
    },
  };
}

const missing = (stepName: string): WorkflowError => runtimeError('step_code_missing', { stepName });

const differs = (id: string, misfit: ContractMisfit, old: CodeContract, now: CodeContract): WorkflowError =>
  id.startsWith('workflow//')
    ? runtimeError('workflow_code_differs', { workflowId: id, own: old.place, found: now.place, misfit })
    : runtimeError('step_code_differs', { stepName: id, own: old.place, found: now.place, misfit });
