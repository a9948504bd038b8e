/** The store as one simulated process sees it: far away, and not always answering. */
import { worldError } from '../../runtime/world/messages.ts';
import type { Change, World } from '../../runtime/world/world.ts';
import type { BadNetwork } from './bad-network.ts';
import { ChangeFeed, type ChangeFeedOptions } from './change-feed.ts';
import type { Fault } from './fault.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import type { ProcessLife } from './process-life.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Answer, Method, SimulatedDisk } from './simulated-disk.ts';
import type { Trace } from './trace.ts';

/** A request takes so long to the store, and the answer back. */
const LATENCY_MAX_MS = 2;

export interface FaultyWorldOptions extends Pick<ChangeFeedOptions, 'seesOthers'> {
  disk: SimulatedDisk;
  life: ProcessLife;
  scheduler: Scheduler;
  random: Random;
  trace: Trace;
  /** Renews leases by itself; `null`: this World does not. */
  keeper: LeaseKeeper | null;
  /** `null`: only what is planned goes wrong. */
  badNetwork: BadNetwork | null;
  /** The fault of the next request; `null`: none. */
  nextFault(): Fault | null;
  onFault(fault: Fault): void;
  report(problem: string): void;
}

const CLAIMS: ReadonlySet<Method> = new Set<Method>(['claimDue', 'claimRun']);

/** Never changes: for requests that stay without an answer. */
const FOR_EVER = new Promise<never>(() => {});

class FaultyConnection {
  readonly #options: FaultyWorldOptions;
  readonly #feed: ChangeFeed;

  constructor(options: FaultyWorldOptions) {
    this.#options = options;
    this.#feed = new ChangeFeed(options);
  }

  subscribe(listener: (change: Change) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  request(method: Method, args: unknown[]): Promise<unknown> {
    const { life, trace, nextFault } = this.#options;
    if (!life.isAlive) return FOR_EVER;
    const fault = nextFault();
    // Later changes of the arguments do not reach the store.
    const sent = structuredClone(args);
    trace.add(life.name, 'asks', method, sent);
    if (life.isEnding && CLAIMS.has(method))
      this.#options.report(`${life.name} takes runs although it was told to end`);
    this.#meet(fault, 'before');
    if (!life.isAlive) return FOR_EVER;
    const failure = this.#options.badNetwork?.drawFailure();
    if (failure?.isApplied === false) return this.#fail(unreachable());
    if (fault?.kind === 'error' && !fault.lost)
      return this.#fail(worldError('world_file_busy', { holder: null, file: 'simulated' }));
    return this.#send(method, sent, { fault, isUntold: failure?.isApplied === true });
  }

  /** Lets a fault hit the process, before its request is sent or after it took effect. */
  #meet(fault: Fault | null, point: 'before' | 'after'): void {
    const { life, trace, onFault } = this.#options;
    if (!fault || ('point' in fault ? fault.point : 'before') !== point) return;
    trace.add(life.name, 'meets', fault.kind, [fault]);
    onFault(fault);
  }

  #send(
    method: Method,
    args: unknown[],
    { fault, isUntold }: { fault: Fault | null; isUntold: boolean },
  ): Promise<unknown> {
    const { life } = this.#options;
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer): void => (answer.ok ? resolve(answer.value) : reject(answer.error));
      this.#travel(this.#latency() + (fault?.kind === 'slow' ? fault.ms : 0), async () => {
        const answer = await this.#arrive(method, args, isUntold);
        this.#meet(fault, 'after');
        const lost = isUntold ? unreachable() : fault?.kind === 'error' ? lostAnswer() : null;
        life.after(this.#latency(), () => settle(lost ? { ok: false, error: lost } : answer));
      });
    });
  }

  /** On its way a request outlives its process or not; if the process hangs, it has not been sent yet. */
  #travel(delayMs: number, arrive: () => Promise<void>): void {
    const { life, scheduler, random, disk } = this.#options;
    const outlives = random.chance(0.5);
    disk.underway += 1;
    scheduler.after(delayMs, () => {
      disk.underway -= 1;
      if (life.isStopped) life.after(0, arrive);
      else if (life.isAlive || outlives) return arrive();
    });
  }

  async #arrive(method: Method, args: unknown[], isUntold: boolean): Promise<Answer> {
    const { disk, life, trace } = this.#options;
    const answer = await disk.apply(life, method, args, isUntold);
    trace.add(life.name, 'gets', method, [answer.ok ? answer.value : (answer.error as Error).message]);
    return answer;
  }

  #fail(error: Error): Promise<never> {
    return new Promise((_, reject) => {
      this.#options.life.after(this.#latency(), () => reject(error));
    });
  }

  #latency(): number {
    return this.#options.random.next() * LATENCY_MAX_MS;
  }
}

const lostAnswer = (): Error => worldError('world_thread_lost', { file: 'simulated', detail: 'its answer was lost' });

/** Whether it took effect, nobody can tell. */
const unreachable = (): Error =>
  worldError('world_database_unreachable', { database: 'simulated', detail: 'connection lost' });

/** A World whose every method goes through the simulated network, also those that are yet to be invented. */
export function createFaultyWorld(options: FaultyWorldOptions): World {
  const connection = new FaultyConnection(options);
  const own: Partial<World> = {
    kind: options.disk.kind,
    open: async () => {},
    // The store outlives its processes.
    close: async () => {},
    subscribe: (listener) => connection.subscribe(listener),
    keepLease: async (workerId, lease) => options.keeper?.keep(workerId, lease) ?? { until: 0, showLife: () => {} },
  };
  return new Proxy(own, {
    get: (_, name: string) =>
      name in own ? own[name as keyof World] : (...args: unknown[]) => connection.request(name as Method, args),
  }) as World;
}
