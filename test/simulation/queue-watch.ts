/** Promise 5: no run waits for a place while another one gets several. Watches the queues of all processes. */
import { StepQueue, type QueuedStep, type QueuePlace } from '../../runtime/steps/step-queue.ts';
import { replaceMember } from './replace-member.ts';

/** The part that one run has in a queue. */
interface Share {
  waits: number;
  atWork: number;
  /** The number of the attempt with which it got a place last, or of the last one before it came to wait. */
  since: number;
}

class QueueWatch {
  readonly #shares = new Map<string, Share>();
  #begun = 0;

  come(runId: string): void {
    const share = this.#shareOf(runId);
    if (share.waits === 0) share.since = this.#begun;
    share.waits += 1;
  }

  /** @returns The run that was passed over, if there is one. */
  begin(runId: string): string | undefined {
    const share = this.#shareOf(runId);
    const isPassedOver = ([other, { waits, atWork, since }]: [string, Share]): boolean =>
      other !== runId && waits > 0 && since < share.since && atWork <= share.atWork;
    const passedOver = [...this.#shares].find(isPassedOver)?.[0];
    this.#begun += 1;
    Object.assign(share, { waits: share.waits - 1, atWork: share.atWork + 1, since: this.#begun });
    return passedOver;
  }

  withdraw(runId: string): void {
    this.#shareOf(runId).waits -= 1;
  }

  leave(runId: string): void {
    this.#shareOf(runId).atWork -= 1;
  }

  #shareOf(runId: string): Share {
    let share = this.#shares.get(runId);
    if (!share) this.#shares.set(runId, (share = { waits: 0, atWork: 0, since: 0 }));
    return share;
  }
}

/**
 * Reports each attempt that gets a place out of turn. Simulated steps have no limits of their own, and one workflow.
 * @returns Ends the watch.
 */
export function watchQueues(report: (problem: string) => void): () => void {
  const watches = new WeakMap<StepQueue, QueueWatch>();
  return replaceMember(StepQueue.prototype, 'enter', ({ value }) => ({
    value(this: StepQueue, step: QueuedStep): QueuePlace {
      const watch = watches.get(this) ?? new QueueWatch();
      watches.set(this, watch);
      const { runId } = step;
      const begin = (): void => {
        const passedOver = watch.begin(runId);
        if (passedOver) report(`${runId} got another place while ${passedOver} waited for one`);
        step.begin();
      };
      watch.come(runId);
      const place = Reflect.apply(value as StepQueue['enter'], this, [{ ...step, begin }]);
      return {
        get isWaiting() {
          return place.isWaiting;
        },
        get waitsInLane() {
          return place.waitsInLane;
        },
        withdraw() {
          const isWithdrawn = place.withdraw();
          if (isWithdrawn) watch.withdraw(runId);
          return isWithdrawn;
        },
        leave() {
          watch.leave(runId);
          place.leave();
        },
      };
    },
  }));
}
