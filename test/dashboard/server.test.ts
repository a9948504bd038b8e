import { describe, expect, it } from 'vitest';
import { readDashboardToken } from '../../dashboard/server/sign-in.ts';
import { createDashboard, createOwnDashboard } from '../../dashboard/server/create-dashboard.ts';
import { digestOf } from '../../runtime/api/operations-tokens.ts';
import { serveDashboard } from './served-dashboard.ts';

const FROM_PAGE = { 'X-Workflow-Dashboard': '1', 'Content-Type': 'application/json' };
const READER = `reader:read:${'r'.repeat(32)}`;

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

async function send(url: string, { method = 'POST', headers = {}, body = {} }: Sent = {}) {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...FROM_PAGE, ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: (): unknown => JSON.parse(text) };
}

async function logIn(url: string, token: string): Promise<{ status: number; cookie: string }> {
  const { status, headers } = await send(`${url}api/login`, { body: { token } });
  return { status, cookie: (headers.get('set-cookie') ?? '').split(';')[0]! };
}

describe('a dashboard without authorize', () => {
  it('tells nothing to whoever has no token', async () => {
    const { url, start } = await serveDashboard({});
    await (
      await start('order', 'tea')
    ).returnValue;
    for (const verb of ['stats', 'listRuns', 'nothing', 'session']) {
      const { status, text } = await send(`${url}api/${verb}`, { method: verb === 'session' ? 'GET' : 'POST' });
      expect([verb, status]).toEqual([verb, 401]);
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'dashboard_not_authorized' }, login: 'token' });
      expect(text).not.toContain('order');
    }
  });

  it('lets in who has its token, until the token is another one', async () => {
    const { url, runtime } = await serveDashboard({});
    const { status, cookie } = await logIn(url, await readDashboardToken());
    expect(status).toBe(200);
    const session = await send(`${url}api/session`, { method: 'GET', headers: { cookie } });
    expect(session.json()).toMatchObject({
      name: 'dashboard',
      scopes: ['read', 'act', 'values'],
      isDevelopment: false,
    });
    expect((await send(`${url}api/listRuns`, { headers: { cookie } })).status).toBe(200);
    runtime.settings.dashboardToken = 'n'.repeat(32);
    expect((await send(`${url}api/listRuns`, { headers: { cookie } })).status).toBe(401);
    expect((await logIn(url, 'n'.repeat(32))).status).toBe(200);
  });

  it('sets a cookie for its own path that no script reads and no other site sends', async () => {
    const { url } = await serveDashboard({ basePath: '/admin/runs' });
    const { headers } = await send(`${url}api/login`, { body: { token: await readDashboardToken() } });
    expect(headers.get('set-cookie')).toMatch(
      /^workflow_dashboard=[\w.-]+; Path=\/admin\/runs\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
  });

  it('refuses wrong tokens and cookies that were changed', async () => {
    const { url } = await serveDashboard({});
    expect(await logIn(url, 'guess')).toEqual({ status: 401, cookie: '' });
    const { cookie } = await logIn(url, await readDashboardToken());
    const [content, signature] = cookie.split('=')[1]!.split('.');
    const forged = Buffer.from(JSON.stringify({ name: 'dashboard', scopes: ['values'], expiresAt: 9e15 }));
    for (const value of [`${forged.toString('base64url')}.${signature}`, `${content}.`, `${content}.x`, 'x.y', '']) {
      const { status } = await send(`${url}api/stats`, { headers: { cookie: `workflow_dashboard=${value}` } });
      expect(status).toBe(401);
    }
  });

  it('gives a token of the operations its scopes, and forgets it when it is taken out of the settings', async () => {
    const { url, runtime, start } = await serveDashboard({}, { env: { WORKFLOW_OPERATIONS_TOKENS: READER } });
    const { runId } = await start('sleepy');
    const { cookie } = await logIn(url, 'r'.repeat(32));
    const headers = { cookie };
    expect((await send(`${url}api/readRun`, { headers, body: { runId } })).status).toBe(200);
    expect((await send(`${url}api/cancel`, { headers, body: { runId } })).status).toBe(403);
    expect((await send(`${url}api/readRun`, { headers, body: { runId, values: true } })).status).toBe(403);
    runtime.settings.operationsTokens = null;
    expect((await send(`${url}api/readRun`, { headers, body: { runId } })).status).toBe(401);
  });

  it('lets a session do what its token may now, whatever the token is called', async () => {
    const { url, runtime } = await serveDashboard(
      {},
      { env: { WORKFLOW_OPERATIONS_TOKENS: READER.replace('reader:read', 'dashboard:read') } },
    );
    const { cookie } = await logIn(url, 'r'.repeat(32));
    const ask = async () => (await send(`${url}api/session`, { method: 'GET', headers: { cookie } })).status;
    const [token] = runtime.settings.operationsTokens!;
    expect(await ask()).toBe(200);
    runtime.settings.operationsTokens = [{ ...token!, scopes: new Set(['values'] as const) }];
    expect((await send(`${url}api/stats`, { headers: { cookie } })).status).toBe(403);
    runtime.settings.operationsTokens = [{ ...token!, digest: digestOf('another') }];
    expect(await ask()).toBe(401);
    runtime.settings.operationsTokens = null;
    expect(await ask()).toBe(401);
  });

  it('accepts no cookie of another store', async () => {
    const first = await serveDashboard({});
    const { cookie } = await logIn(first.url, await readDashboardToken());
    const other = await serveDashboard({});
    expect((await send(`${other.url}api/stats`, { headers: { cookie } })).status).toBe(401);
  });

  it('ends a session on demand', async () => {
    const { url } = await serveDashboard({});
    const { headers } = await send(`${url}api/logout`);
    expect(headers.get('set-cookie')).toContain('workflow_dashboard=; Path=/_workflow/; Max-Age=0');
  });
});

describe('a dashboard with authorize', () => {
  it('asks the application for each request', async () => {
    const { url, start } = await serveDashboard({
      authorize: (request) => request.headers.get('x-user') === 'ann' && { name: 'ann', scopes: ['read'] },
    });
    const { runId } = await start('sleepy');
    expect((await send(`${url}api/stats`)).json()).toMatchObject({ login: null });
    const headers = { 'x-user': 'ann' };
    expect((await send(`${url}api/stats`, { headers })).status).toBe(200);
    expect((await send(`${url}api/cancel`, { headers, body: { runId } })).status).toBe(403);
    expect((await logIn(url, await readDashboardToken())).status).toBe(401);
  });

  it('refuses when the application throws, and takes true for reading and acting', async () => {
    const { url, start } = await serveDashboard({
      authorize: async (request) => {
        if (request.headers.get('x-user') === null) throw new Error('no user');
        return true;
      },
    });
    const { runId } = await start('sleepy');
    expect((await send(`${url}api/stats`)).status).toBe(401);
    const headers = { 'x-user': 'any' };
    expect((await send(`${url}api/cancel`, { headers, body: { runId } })).status).toBe(200);
    expect((await send(`${url}api/readRun`, { headers, body: { runId, values: true } })).status).toBe(403);
  });
});

describe('every dashboard', () => {
  it('answers its own page only', async () => {
    const { url } = await serveDashboard();
    for (const headers of [
      { 'X-Workflow-Dashboard': '' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ] as Record<string, string>[]) {
      expect((await send(`${url}api/stats`, { headers })).json()).toMatchObject({
        error: { code: 'dashboard_foreign' },
      });
    }
    expect((await send(`${url}api/stats`, { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect((await send(`${url}api/stats`, { method: 'GET' })).status).toBe(405);
  });

  it('in development asks for the token when it was called by another name', async () => {
    const { url } = await serveDashboard();
    const dashboard = createOwnDashboard({ isDevelopment: true });
    const foreign = new Request('http://evil.example/_workflow/api/stats', {
      method: 'POST',
      headers: FROM_PAGE,
      body: '{}',
    });
    expect((await dashboard(foreign)).status).toBe(401);
    expect((await send(`${url}api/stats`)).status).toBe(200);
  });

  it('serves the page at any depth, with a strict policy, and its files for ever', async () => {
    const { url } = await serveDashboard({ basePath: '/admin/runs' });
    for (const path of ['', 'runs/wrun_00000000000000000000000000', 'errors?since=1h']) {
      const { status, headers, text } = await send(url + path, { method: 'GET' });
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).toContain('<base href="/admin/runs/" />');
    }
    const { text } = await send(url, { method: 'GET' });
    const [, script] = /src="\.\/(assets\/[^"]+\.js)"/.exec(text)!;
    for (const encoding of ['br', 'identity']) {
      const { headers, text: content } = await send(url + script, {
        method: 'GET',
        headers: { 'accept-encoding': encoding },
      });
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('content-type')).toContain('javascript');
      expect(content.length).toBeGreaterThan(10_000);
    }
  });

  it('has no other files', async () => {
    const { url } = await serveDashboard();
    for (const path of ['assets/none.js', 'assets/../../package.json', 'assets/%2e%2e/index.html']) {
      const { status, text } = await send(url + path, { method: 'GET' });
      expect(text).not.toContain('"dependencies"');
      expect([200, 404]).toContain(status);
    }
    expect((await send(`${url}assets/none.js`, { method: 'GET' })).status).toBe(404);
    expect((await createDashboard()(new Request('http://localhost/elsewhere'))).status).toBe(404);
  });

  it.each([{ basePath: 'admin' }, { basePath: '/admin/' }, { authorize: 'yes' as never }])(
    'refuses wrong options: %o',
    (options) => {
      expect(() => createDashboard(options)).toThrow(/createDashboard\(\) takes as/);
    },
  );
});
