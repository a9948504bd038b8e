/** The systems that are measured. */
import { join } from 'node:path';
import type { WorkloadParams } from './workload.ts';
import { peerVersion, readVersion } from './peers.ts';

export interface SystemInfo {
  title: string;
  driverFile: string;
  isPeer: boolean;
  /** Workloads of features that it does not have. Default: none. */
  lacks?: readonly WorkloadParams['kind'][];
  readVersion(): string;
}

/** The package that is ours. */
export const PACKAGE_DIR = join(import.meta.dirname, '..');

const driverFile = (name: string) => join(import.meta.dirname, 'drivers', name);

export const SYSTEM_NAMES = [
  'ours',
  'ours-postgres',
  'vercel',
  'vercel-postgres',
  'dbos',
  'graphile-worker',
  'restate',
] as const;
export type SystemName = (typeof SYSTEM_NAMES)[number];

export const SYSTEMS: Record<SystemName, SystemInfo> = {
  ours: {
    title: 'ours',
    driverFile: driverFile('ours.ts'),
    isPeer: false,
    readVersion: () => readVersion(PACKAGE_DIR),
  },
  'ours-postgres': {
    title: 'ours on PostgreSQL',
    driverFile: driverFile('ours-postgres.ts'),
    isPeer: false,
    readVersion: () => readVersion(PACKAGE_DIR),
  },
  vercel: {
    title: 'Vercel workflow',
    driverFile: driverFile('vercel.ts'),
    isPeer: true,
    readVersion: () => peerVersion('workflow'),
  },
  'vercel-postgres': {
    title: 'Vercel workflow on PostgreSQL',
    driverFile: driverFile('vercel-postgres.ts'),
    isPeer: true,
    readVersion: () => peerVersion('@workflow/world-postgres'),
  },
  'graphile-worker': {
    title: 'graphile-worker',
    driverFile: driverFile('graphile-worker.ts'),
    isPeer: true,
    // A queue of jobs: nothing waits in it, and nothing comes out.
    lacks: ['nap', 'hook', 'webhook', 'stream', 'waiting'],
    readVersion: () => peerVersion('graphile-worker'),
  },
  dbos: {
    title: 'DBOS',
    driverFile: driverFile('dbos.ts'),
    isPeer: true,
    readVersion: () => peerVersion('@dbos-inc/dbos-sdk'),
  },
  restate: {
    title: 'Restate',
    driverFile: driverFile('restate.ts'),
    isPeer: true,
    lacks: ['stream'],
    readVersion: () => peerVersion('@restatedev/restate-server'),
  },
};
