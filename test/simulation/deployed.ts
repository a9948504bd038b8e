/** The build that processes start with, and the rules of who answers for whom among the builds of a simulation. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import type { RealmCache } from '../../runtime/engine/builds.ts';
import type { RunId } from '../../runtime/contract/ids.ts';
import { mayAnswer, mustAnswer, playerOf, type PlacedStep, type PlannedDeployments } from './deployments.ts';
import { opOf } from './journal-facts.ts';
import type { Answer } from './program-steps.ts';
import { versionsOf } from './program-workflow.ts';
import type { StoreModel } from './store-model.ts';

const CODES: ReadonlySet<string> = new Set(['step_code_differs', 'step_code_missing']);

export class Deployed {
  readonly plan: PlannedDeployments | null;
  /** Of the builds of this simulation. */
  readonly realms: RealmCache = new Map();
  readonly #model: StoreModel;
  readonly #report: (problem: string) => void;
  readonly #versions: ReadonlyMap<string, number>;
  /** Of the build that processes start with from now on. */
  version = 0;

  constructor(plan: PlannedDeployments | null, model: StoreModel, report: (problem: string) => void) {
    this.plan = plan;
    this.#model = model;
    this.#report = report;
    this.#versions = plan ? versionsOf(plan) : new Map();
  }

  /** A call is answered by the function that its code means, with the variable that it uses. */
  checkAnswer({ runId, call, asked, placed, captured }: Answer): void {
    const run = this.#model.runs.get(runId);
    // A step that was asked for before its run began anew is of the build before.
    if (!run?.state.open.has(call)) return;
    const meant = this.#meant(runId, asked);
    if (!mayAnswer(meant, placed, this.plan!.areNamed))
      this.#report(`${runId} means ${JSON.stringify(meant)} and is answered by ${JSON.stringify(placed)}`);
    if (placed.captures && captured[placed.captures] !== asked)
      this.#report(
        `${runId} is answered by ${placed.fn} with ${placed.captures} = ${String(captured[placed.captures])}`,
      );
  }

  /** Whether a run may be put aside by a process with this build: one of its open steps is not there. */
  mayPark({ runId, error }: { runId?: unknown; error?: unknown }, version: number): boolean {
    if (!this.plan || !CODES.has((error as WorkflowError).code)) return false;
    const { layouts, areNamed } = this.plan;
    const { journal, state } = this.#model.runs.get(runId as RunId)!;
    return journal.some(
      (event) =>
        event.type === 'step_created' &&
        state.open.has(event.call) &&
        !mustAnswer(this.#meant(state.runId, opOf(event).fn), layouts[version]!, areNamed),
    );
  }

  #meant(runId: RunId, fn: Answer['asked']): PlacedStep {
    const { buildId } = this.#model.runs.get(runId)!.state;
    return playerOf(this.plan!.layouts[this.#versions.get(buildId!)!]!, fn);
  }
}
