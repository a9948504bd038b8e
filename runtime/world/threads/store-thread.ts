/** The entry of all threads of stores. */
import { workerData } from 'node:worker_threads';
import { keepLeases, type LeaseKeeperData } from '../postgres/keep-leases.ts';
import { serveStore } from '../sqlite/serve-store.ts';
import type { ThreadData } from '../sqlite/thread-messages.ts';

/** The `workerData` of a thread. */
export type StoreThreadData = ThreadData | LeaseKeeperData;

const data = workerData as StoreThreadData;
if (data.role === 'leases') keepLeases(data);
else serveStore(data);
