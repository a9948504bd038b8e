/**
 * A thread that renews the leases of the workers of this process, also while code holds the event loop of the
 * application, and not while the process is stopped. It has a connection of its own.
 */
import { parentPort } from 'node:worker_threads';
import type { KeepLeaseOptions } from '../world.ts';
import { countSigns, tellRenewal, type SharedLease } from '../threads/shared-lease.ts';
import { openClient } from './connection.ts';
import { DatabaseClock } from './database-clock.ts';
import type { LoneClient } from './driver.ts';
import { Session } from './session.ts';
import { RENEW } from './workers.ts';

/** The `workerData` of the thread. */
export interface LeaseKeeperData {
  role: 'leases';
  url: string;
  schema: string;
  applicationName: string;
  /** Where the driver is. */
  driverUrl: string;
}

/** The clock by which the ends of leases are told. */
export interface LeaseTime {
  /** That of the database; else that of this machine. */
  isInStoreTime: boolean;
}

/** A lease that the thread is to renew, or no longer. */
export type ToLeaseKeeper =
  | ({ kind: 'keep'; workerId: string; shared: SharedLease } & KeepLeaseOptions & LeaseTime)
  | { kind: 'drop'; workerId: string }
  | { kind: 'close' };

/** A lease with what is known of it. */
interface Kept extends KeepLeaseOptions, LeaseTime {
  shared: SharedLease;
  renewedAt: number;
  signs: number;
  signAt: number;
}

const TICK_MS = 100;
/** Renewals of a lease while it lasts: one may fail. */
const RENEWALS_PER_LEASE = 3;

/** Serves until it is told to close. It says when it is at work: it has tried to connect. */
export function keepLeases(data: LeaseKeeperData): void {
  const keeper = new LeaseKeeper(data);
  const port = parentPort!;
  port.on('message', (message: ToLeaseKeeper) => keeper.receive(message));
  const tell = (): void => port.postMessage('at work', []);
  keeper.connect().then(tell, tell);
}

class LeaseKeeper {
  readonly #data: LeaseKeeperData;
  readonly #leases = new Map<string, Kept>();
  readonly #clock = new DatabaseClock();
  readonly #timer: NodeJS.Timeout;
  #client: LoneClient | null = null;
  #isRenewing = false;

  constructor(data: LeaseKeeperData) {
    this.#data = data;
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  receive(message: ToLeaseKeeper): void {
    if (message.kind === 'drop') this.#leases.delete(message.workerId);
    if (message.kind === 'close') void this.#close();
    if (message.kind !== 'keep') return;
    const { kind: _, workerId, ...lease } = message;
    const now = Date.now();
    this.#leases.set(workerId, { ...lease, renewedAt: now, signs: 0, signAt: now });
  }

  async #tick(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      for (const [workerId, lease] of this.#leases) if (isWanted(lease)) await this.#renew(workerId, lease);
    } catch {
      // The database is at fault. The next tick tries again; until then the lease shrinks, and says so.
      this.#client?.end().catch(() => undefined);
      this.#client = null;
    }
    this.#isRenewing = false;
  }

  async #renew(workerId: string, lease: Kept): Promise<void> {
    // The lease counts from here, however late the answer comes.
    const now = Date.now();
    const session = await this.#open(lease.leaseMs / RENEWALS_PER_LEASE);
    const until = now + lease.leaseMs;
    const stored = await this.#clock.translate(session, until);
    const known = await session.run(RENEW, [workerId, stored]);
    const told = lease.isInStoreTime ? stored : until;
    tellRenewal(lease.shared, known > 0 ? told : 0);
    if (known > 0) lease.renewedAt = now;
    else this.#leases.delete(workerId);
  }

  /** Resolves when it has a connection. */
  async connect(): Promise<void> {
    await this.#open(0);
  }

  /** @param answerTimeoutMs A database that does not answer for so long is given up; 0: never. */
  async #open(answerTimeoutMs: number): Promise<Session> {
    const { url, schema, applicationName, driverUrl } = this.#data;
    if (!this.#client) {
      const client = await openClient(url, applicationName, driverUrl);
      client.on('error', () => {
        if (this.#client === client) this.#client = null;
      });
      this.#client = client;
    }
    const client = this.#client;
    return new Session((query) => client.query(query), { schema, prepares: false, answerTimeoutMs });
  }

  async #close(): Promise<void> {
    clearInterval(this.#timer);
    this.#leases.clear();
    // This thread, and not the process: a network that fell silent would keep it.
    process.exit();
  }
}

/** Whether the time of a renewal has come, and the event loop of the application shows life. */
function isWanted(lease: Kept): boolean {
  const now = Date.now();
  const signs = countSigns(lease.shared);
  if (signs !== lease.signs || now < lease.signAt) Object.assign(lease, { signs, signAt: now });
  // After a stop of the process this looks like silence, too: the first sign of life ends it.
  if (now - lease.signAt >= lease.stuckLimitMs) return false;
  return !(0 <= now - lease.renewedAt && now - lease.renewedAt < lease.leaseMs / RENEWALS_PER_LEASE);
}
