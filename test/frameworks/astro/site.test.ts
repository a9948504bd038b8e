import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../framework.ts';
import type { ServerProcess } from '../server-process.ts';
import { SiteProject } from './site-project.ts';

const MIDDLEWARE = `node({ mode: 'middleware' })`;
/** A server of the user's, for which Astro is middleware. */
const OWN_SERVER = `import { createServer } from 'node:http';
import { handler } from './dist/server/entry.mjs';
const server = createServer((request, response) => handler(request, response, () => response.writeHead(418).end()));
server.listen(Number(process.env.PORT), '127.0.0.1');
`;
const ownServer = (port: number): Command => ({ script: 'server.mjs', env: { PORT: String(port) } });

let project: SiteProject;
beforeAll(async () => {
  project = await SiteProject.create();
  await project.files.write('server.mjs', OWN_SERVER);
});
afterAll(() => project?.remove());

describe('a site with protection against forms of other sites', () => {
  const FOREIGN = 'https://other.example';
  let server: ServerProcess;
  beforeAll(async () => {
    server = await project.buildServer({});
    await server.start();
  });
  const send = (path: string, origin: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
    return fetch(server.url + path, { method: 'POST', headers, body: '["Ann"]' });
  };

  test('stays protected: only forms of its own pages are accepted', async () => {
    const refused = await send('/app/start/greet', FOREIGN);
    expect({ status: refused.status, text: await refused.text() }).toEqual({
      status: 403,
      text: 'Cross-site POST form submissions are forbidden',
    });
    expect(await send('/app/start/greet', server.url)).toMatchObject({ status: 200 });
  });

  test('accepts webhook calls from everywhere', async () => {
    const runId = await project.client.start('receiveCalls', 'default');
    const { pathname } = new URL(await project.client.firstLine(runId));
    expect(await send(pathname, FOREIGN)).toMatchObject({ status: 202 });
    expect(await project.client.result(runId)).toMatchObject({ body: btoa('["Ann"]') });
  });

  test.each(['/app/start/greet?to=/.well-known/workflow/v1/flow', '/app/.well-known/workflow/v1/flow'])(
    'protects the address %s, which only resembles one of ours',
    async (path) => {
      expect(await send(path, FOREIGN)).toMatchObject({ status: 403 });
    },
  );
});

describe('a site with trailing slashes', () => {
  const fields = `trailingSlash: 'always',`;

  test.each([
    ['by itself', () => project.buildServer({ fields })],
    ['as middleware of another server', () => project.buildServer({ fields, adapter: MIDDLEWARE }, ownServer)],
    ['in development', () => project.developmentServer({ fields })],
  ])('serves webhooks at addresses without a trailing slash, %s', async (_, createServer) => {
    const server = await createServer();
    await server.start();
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '["default"]' };
    const started = await fetch(`${server.url}/app/start/receiveCalls/`, init);
    const { runId } = (await started.json()) as { runId: string };
    const lines = await fetch(`${server.url}/app/runs/${runId}/stream/`);
    const { value } = await lines.body!.pipeThrough(new TextDecoderStream()).getReader().read();
    const answer = await fetch(value!.trim(), { method: 'POST', body: 'x', redirect: 'manual' });
    expect(answer.status).toBe(202);
    const result = await fetch(`${server.url}/app/runs/${runId}/result/`);
    expect(await result.json()).toMatchObject({ method: 'POST', body: btoa('x') });
    expect(await project.client.call('flow', { redirect: 'manual' })).toMatchObject({ status: 405 });
  });
});

test('the body limit of the site does not apply to webhooks', async () => {
  const server = await project.buildServer({ adapter: `node({ mode: 'standalone', bodySizeLimit: 100 })` });
  await server.start();
  const runId = await project.client.start('receiveCalls', 'default');
  const address = await project.client.firstLine(runId);
  const body = 'x'.repeat(1000);
  expect(await fetch(address, { method: 'POST', body })).toMatchObject({ status: 202 });
  expect(await project.client.result(runId)).toMatchObject({ body: btoa(body) });
  expect(await project.client.request('/start/greet', [body])).toMatchObject({ status: 500 });
});

test('as middleware of another server, runs continue at boot, before the first request', async () => {
  const { client } = project;
  const server = await project.buildServer({ adapter: MIDDLEWARE }, ownServer);
  await server.start();
  const runId = await client.start('travel', 8);
  await server.end('SIGKILL');
  const before = await client.effects(runId);
  server.startUnasked();
  const effects = async () => (await client.effects(runId)).length;
  await expect.poll(effects).toBeGreaterThan(before.length);
  expect(await fetch(`${server.url}/elsewhere`)).toMatchObject({ status: 418 });
});

test('webhook URLs begin with the public address of the site', async () => {
  const server = await project.buildServer({ fields: `site: 'https://shop.example/start',` });
  await server.start();
  const address = await project.client.firstLine(await project.client.start('receiveCalls', 'default'));
  expect(address).toMatch('https://shop.example/.well-known/workflow/v1/webhook/');
});
