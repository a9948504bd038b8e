import { describe, expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../world/open.ts';
import { Runtime } from './runtime.ts';
import { readSettings } from './settings.ts';

describe('the public address', () => {
  const addressOf = (env: Record<string, string>, tell: (runtime: Runtime) => void = () => {}): string => {
    const runtime = new Runtime(readSettings(env));
    runtime.setBasePath('/shop/');
    tell(runtime);
    return runtime.baseUrl;
  };

  test('ends with the path below which the host mounts the application', () => {
    expect(addressOf({ PORT: '4000' })).toBe('http://localhost:4000/shop');
    expect(addressOf({}, (runtime) => runtime.setBaseUrl('http://127.0.0.1:5000/'))).toBe('http://127.0.0.1:5000/shop');
    expect(addressOf({ VERCEL_URL: 'shop.example' })).toBe('https://shop.example/shop');
  });

  test('is left as it is where it names a path', () => {
    expect(addressOf({ WORKFLOW_BASE_URL: 'https://shop.example/public/' })).toBe('https://shop.example/public');
  });
});

test('every caller of close() waits until the runtime is closed', async () => {
  const world = await createWorld({ kind: 'memory' });
  const runtime = new Runtime(readSettings({}));
  runtime.setWorld(world);
  await runtime.start();
  const closed: string[] = [];
  const close = world.close.bind(world);
  world.close = async () => {
    await close();
    closed.push('store');
  };
  onTestFinished(() => runtime.close());
  const calls = ['first', 'second'].map((name) => runtime.close().then(() => closed.push(name)));
  await Promise.all(calls);
  expect(closed).toEqual(['store', 'first', 'second']);
});

test.each([
  [{ WORKFLOW_WORLD: 'memory' }, 'memory'],
  [{ WORKFLOW_WORLD: 'sqlite' }, 'sqlite'],
])('the store that the settings name can be made without opening it: %o', async (env, kind) => {
  expect((await new Runtime(readSettings(env)).createStore()).kind).toBe(kind);
});
