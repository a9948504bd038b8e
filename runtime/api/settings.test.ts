import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('settings', () => {
  it('have defaults that work', () => {
    expect(readSettings({})).toMatchObject({
      world: 'sqlite',
      dataDir: '.workflow-data',
      durability: 'commit',
      baseUrl: null,
      port: 3000,
      role: 'all',
    });
  });

  it.each([
    [{ VITEST: 'true' }, '.workflow-data/test'],
    [{ VITEST: 'true', VITEST_POOL_ID: '3' }, '.workflow-data/test-3'],
    [{ NODE_TEST_CONTEXT: 'child-v8' }, '.workflow-data/test'],
    [{ JEST_WORKER_ID: '2', NODE_ENV: 'test' }, '.workflow-data/test-2'],
    [{ JEST_WORKER_ID: '2' }, '.workflow-data/test-2'],
    [{ JEST_WORKER_ID: '2', NODE_ENV: 'ci' }, '.workflow-data/test-2'],
    [{ JEST_WORKER_ID: '2', NODE_ENV: 'development' }, '.workflow-data'],
    // A process in which Next builds or serves pages.
    [{ JEST_WORKER_ID: '2', NODE_ENV: 'production' }, '.workflow-data'],
    [{ VITEST: 'true', VITEST_POOL_ID: '3', WORKFLOW_DATA_DIR: 'own' }, 'own'],
  ])('give tests a store of their own, unless one is named: %o', (env, dataDir) => {
    expect(readSettings(env).dataDir).toBe(dataDir);
  });

  it.each([
    ['WORKFLOW_WORLD', 'oracle', /"sqlite" or "postgres" or "memory"/],
    ['WORKFLOW_DURABILITY', 'maybe', /"commit" or "relaxed"/],
    ['WORKFLOW_BASE_URL', 'example.com', /an address such as/],
    ['WORKFLOW_BASE_URL', 'ftp://example.com', /an address such as/],
    ['WORKFLOW_CONCURRENCY', '0', /a whole number from 1/],
    ['WORKFLOW_LEASE_MS', '1e9', /a whole number/],
    ['WORKFLOW_ISOLATION', 'process', /"bundle" or "run"/],
    ['WORKFLOW_TURN_LIMIT_MS', '-1', /a whole number from 0/],
    ['PORT', 'http', /a whole number/],
  ])('refuse %s=%s, naming what is possible', (name, value, message) => {
    expect(() => readSettings({ [name]: value })).toThrow(message);
    expect(() => readSettings({ [name]: value })).toThrow(name);
  });

  it('take a list of secrets, and refuse a short one without showing it', () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(40)];
    expect(readSettings({ WORKFLOW_SECRET: `${first}, ${second},` }).secrets).toEqual([first, second]);
    expect(readSettings({ WORKFLOW_SECRET: '' }).secrets).toBeNull();
    const short = 'hunter2'.repeat(4);
    const refused = (): unknown => readSettings({ WORKFLOW_SECRET: `${first},${short}` });
    expect(refused).toThrow(expect.objectContaining({ code: 'setting_secret_short' }));
    expect(refused).toThrow(/^Secret 2 of WORKFLOW_SECRET has 28 characters/);
    expect(refused).not.toThrow(/hunter2/);
  });

  it('take tokens of operations, and refuse wrong ones without showing them', () => {
    const [first, second] = ['a'.repeat(32), `${'b'.repeat(40)}:+=`];
    const read = (found: string) => readSettings({ WORKFLOW_OPERATIONS_TOKENS: found }).operationsTokens;
    expect([read(''), read(' , ')]).toEqual([null, null]);
    const tokens = read(`ops:read+act:${first}, night.watch:values:${second},`);
    expect(tokens).toMatchObject([
      { name: 'ops', scopes: new Set(['read', 'act']) },
      { name: 'night.watch', scopes: new Set(['values']) },
    ]);
    expect(JSON.stringify(tokens)).not.toContain(first);
    for (const wrong of [
      first,
      `ops:${first}`,
      `:read:${first}`,
      `ops::${first}`,
      `ops:read+write:${first}`,
      `ops:${first}:read`,
      `${first}${first}a:read`,
      'ops:read:hunter2hunter2',
      `ops:read:${first} ${first}`,
      `ops:read:${first},ops:act:${second}`,
      `ops:read:${first},other:act:${first}`,
    ]) {
      expect(() => read(wrong)).toThrow(expect.objectContaining({ code: 'setting_operations_tokens_invalid' }));
      expect(() => read(wrong)).not.toThrow(/aaaa|hunter|bbbb/);
    }
  });

  it.each([
    [{ VERCEL: '1' }, { hostWithoutDisk: 'Vercel', awakeLimitMs: 240_000 }],
    [
      { AWS_LAMBDA_FUNCTION_NAME: 'shop', SITE_ID: '1' },
      { hostWithoutDisk: 'Netlify', awakeLimitMs: 45_000 },
    ],
    [{ AWS_LAMBDA_FUNCTION_NAME: 'shop' }, { hostWithoutDisk: 'AWS Lambda', awakeLimitMs: 20_000 }],
    [{ AWS_LAMBDA_FUNCTION_NAME: 'shop', WORKFLOW_DATA_DIR: '/mnt/shared' }, { hostWithoutDisk: null }],
  ])('know a host that stops processes by its environment %j', (env, expected) => {
    expect(readSettings(env)).toMatchObject({ isHalted: true, database: { rests: true }, ...expected });
  });

  it('know that a server at home, and the development server of a host, go on between requests', () => {
    for (const env of [{}, { VERCEL: '1', VERCEL_ENV: 'development' }]) {
      expect(readSettings(env)).toMatchObject({ isHalted: false, hostWithoutDisk: null, database: { rests: false } });
    }
  });

  it('take the address that the hosting platform gives, and prefer the one that is set', () => {
    const platform = { VERCEL_URL: 'shop-1a2b.example', VERCEL_PROJECT_PRODUCTION_URL: 'shop.example' };
    expect(readSettings(platform).baseUrl).toBe('https://shop-1a2b.example');
    expect(readSettings({ ...platform, VERCEL_ENV: 'production' }).baseUrl).toBe('https://shop.example');
    expect(readSettings({ ...platform, WORKFLOW_BASE_URL: 'https://own.example' }).baseUrl).toBe('https://own.example');
  });

  it('take an empty variable for none, and drop the slash at the end of an address', () => {
    expect(readSettings({ WORKFLOW_WORLD: '', WORKFLOW_BASE_URL: 'https://a.example/b/' })).toMatchObject({
      world: 'sqlite',
      baseUrl: 'https://a.example/b',
    });
  });
});
