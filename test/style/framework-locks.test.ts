/** The lock files of the framework tests say what npm would be asked for now, on every machine. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completeLock } from '../../scripts/lock-platforms.ts';
import { type InstallationLock, LOCK_COMMAND, listRequests, STAND_IN } from '../frameworks/installation-request.ts';

const REQUESTS = listRequests().map((request) => [request.folder, request] as const);

test.each(REQUESTS)('%s has a lock file for its packages and those of this package', (folder, request) => {
  const fix = `${folder}/package-lock.json is not up to date. Fix: ${LOCK_COMMAND}`;
  expect(existsSync(request.lockFile), fix).toBe(true);
  const { packages } = JSON.parse(readFileSync(request.lockFile, 'utf8')) as InstallationLock;
  const { dependencies, devDependencies } = packages['']!;
  expect({ dependencies, devDependencies }, fix).toEqual({
    dependencies: request.project.dependencies,
    devDependencies: request.project.devDependencies,
  });
  const { name: _, ...standIn } = request.standIn;
  expect(packages['node_modules/workflow'], fix).toEqual({ ...standIn, resolved: `file:${STAND_IN}` });
});

test.each(REQUESTS)('%s has a lock file for every registry and platform', (folder, { lockFile }) => {
  const fix = `${folder}/package-lock.json is not complete. Fix: ${LOCK_COMMAND}`;
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as InstallationLock;
  const resolved = Object.values(lock.packages).flatMap((locked) => locked.resolved ?? []);
  expect(resolved, fix).toEqual([`file:${STAND_IN}`]);
  expect(completeLock(lock), fix).toEqual(lock);
});
