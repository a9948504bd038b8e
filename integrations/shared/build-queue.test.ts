import { expect, test } from 'vitest';
import { createBuildQueue } from './build-queue.ts';

/** A queue whose builds end when the test says so. */
function createControlledQueue() {
  const builds: PromiseWithResolvers<void>[] = [];
  const request = createBuildQueue(() => {
    const build = Promise.withResolvers<void>();
    builds.push(build);
    return build.promise;
  });
  return { builds, request };
}

test('two builds never run at the same time', async () => {
  const { builds, request } = createControlledQueue();
  void request();
  const second = request();
  expect(builds).toHaveLength(1);
  builds[0]!.resolve();
  await expect.poll(() => builds.length).toBe(2);
  builds[1]!.resolve();
  await second;
});

test('requests during a build share the next build, which sees all their changes', async () => {
  const { builds, request } = createControlledQueue();
  void request();
  const later = [request(), request(), request()];
  builds[0]!.resolve();
  await expect.poll(() => builds.length).toBe(2);
  builds[1]!.resolve();
  await Promise.all(later);
  expect(builds).toHaveLength(2);
});

test('a failed build does not prevent the next one', async () => {
  const { builds, request } = createControlledQueue();
  const failing = request();
  const next = request();
  builds[0]!.reject(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  await expect.poll(() => builds.length).toBe(2);
  builds[1]!.resolve();
  await next;
});

test('a request after a build starts another at once', async () => {
  const { builds, request } = createControlledQueue();
  const first = request();
  builds[0]!.resolve();
  await first;
  void request();
  expect(builds).toHaveLength(2);
});
