/** The systems that are measured. */
import { join } from 'node:path';
import { peerVersion, readVersion } from './peers.ts';

export interface SystemInfo {
  title: string;
  driverFile: string;
  isPeer: boolean;
  readVersion(): string;
}

const driverFile = (name: string) => join(import.meta.dirname, 'drivers', name);

export const SYSTEMS = {
  ours: {
    title: 'ours',
    driverFile: driverFile('ours.ts'),
    isPeer: false,
    readVersion: () => readVersion(join(import.meta.dirname, '..')),
  },
  vercel: {
    title: 'Vercel workflow',
    driverFile: driverFile('vercel.ts'),
    isPeer: true,
    readVersion: () => peerVersion('workflow'),
  },
  dbos: {
    title: 'DBOS',
    driverFile: driverFile('dbos.ts'),
    isPeer: true,
    readVersion: () => peerVersion('@dbos-inc/dbos-sdk'),
  },
} satisfies Record<string, SystemInfo>;

export type SystemName = keyof typeof SYSTEMS;
export const SYSTEM_NAMES = Object.keys(SYSTEMS) as SystemName[];
