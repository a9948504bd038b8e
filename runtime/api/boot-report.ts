/** The report of a process whose runtime has begun: it shows whether the process is what its owner thinks it is. */
import { resolve } from 'node:path';
import type { Build } from '../contract/build.ts';
import { VERSION } from '../contract/version.ts';
import type { Settings } from './settings.ts';

/** The details of the message `ready`. */
export interface BootReport {
  version: string;
  node: string;
  /** The work of the process: it executes runs, or only starts them. */
  role: 'worker' | 'producer';
  /** The folder of the embedded store, or the kind of another one. */
  store: string;
  /** The public address. */
  address: string;
  /** Where the dashboard is; left out: not here. */
  dashboard?: string;
  workflows: number;
  steps: number;
  buildId: string;
}

/** The parts of a process that the report is about. */
export interface BootFacts {
  build: Build;
  settings: Pick<Settings, 'role' | 'dataDir'>;
  /** The kind of the World. */
  kind: string;
  address: string;
  dashboard: string | null;
}

/** @returns The report, with its facts in the order in which people ask for them. */
export function toBootReport({ build, settings, kind, address, dashboard }: BootFacts): BootReport {
  const { workflows, steps, buildId } = build.manifest;
  return {
    workflows: countNames(workflows),
    steps: countNames(steps),
    role: settings.role === 'producer' ? 'producer' : 'worker',
    store: kind === 'sqlite' ? resolve(settings.dataDir) : kind,
    address,
    ...(dashboard !== null && { dashboard }),
    version: VERSION,
    node: process.versions.node,
    buildId,
  };
}

const countNames = (files: Record<string, Record<string, unknown>>): number =>
  Object.values(files).reduce((count, names) => count + Object.keys(names).length, 0);
