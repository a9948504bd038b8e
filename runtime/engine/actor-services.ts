/** What an actor needs from its engine. */
import type { Clock } from '../contract/clock.ts';
import type { WorkerId } from '../contract/ids.ts';
import type { JournalEvent } from '../journal/events.ts';
import type { World } from '../world/world.ts';
import type { Builds } from './builds.ts';
import type { Log } from '../contract/log.ts';
import type { NewRunFacts } from './outbox.ts';
import type { RunActor } from './run-actor.ts';
import type { StepExecutor } from '../steps/step-executor.ts';

export interface ActorServices {
  readonly world: World;
  readonly workerId: WorkerId;
  readonly clock: Clock;
  readonly log: Log;
  readonly builds: Builds;
  readonly executor: StepExecutor;
  /** How long the clean-up of a cancelled run may take. */
  readonly cancelGraceMs: number;
  /** Every suspension drops the sandbox, so that every turn begins with a replay. */
  readonly keepsNoSandbox: boolean;
  readonly newRunFacts: NewRunFacts;
  isClosing(): boolean;
  /** The actor wants to be woken at `at`; `null`: no more. */
  setAlarm(actor: RunActor, at: number | null): void;
  onBusy(actor: RunActor): void;
  onSuspended(actor: RunActor): void;
  onEnded(actor: RunActor, event: JournalEvent): void;
  onReleased(actor: RunActor): void;
  /** Its commit was refused: somebody else owns the run now, or an earlier answer of the store was lost. */
  onFenced(actor: RunActor): void;
  /** An invariant did not hold: the run is let go, loudly. */
  onBroken(actor: RunActor, error: unknown): void;
}
