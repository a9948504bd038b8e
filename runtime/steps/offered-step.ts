/** A step call that this process has offered to other workers, between the run that made it and the desk of offers. */
import type { StepOffer } from '../world/world.ts';

/** A step call on its way to another worker, or back. */
export interface OfferedStep {
  readonly offer: StepOffer;
  /** The run is still here and waits for it. */
  readonly isWanted: boolean;
  /** The store is being asked, and has not answered: the run must not be given back meanwhile. */
  setMoving(isMoving: boolean): void;
  /** Nobody else makes the attempt: it is for this process. */
  comeBack(): void;
  /** The store refused it: the run belongs to somebody else. */
  onRefused(): void;
}
