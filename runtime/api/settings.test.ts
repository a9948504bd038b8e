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
    ['WORKFLOW_WORLD', 'oracle', /"sqlite" or "memory"/],
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
