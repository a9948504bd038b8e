/**
 * A server with an application, as `createHandler()` of `workflow/server` makes it. Its steps wait until a file of
 * their name exists in the folder that the argument names.
 */
import { existsSync, watch } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { toNodeHandler } from '../../integrations/shared/node-handler.ts';
import { closeWorld, runWorld } from '../../integrations/shared/run-world.ts';
import { getRun, resumeHook, start, toStreamResponse } from '../../runtime/entries/api.ts';
import { createHandler, registerBuild, setBaseUrl } from '../../runtime/entries/runtime.ts';
import { getWritable } from '../../runtime/entries/workflow.ts';
import { buildFromFunctions, workflowIdOf } from '../runtime/build-from-functions.ts';

const folder = process.argv[2]!;

/** Resolves when the file exists. */
async function untilThere(name: string): Promise<void> {
  const there = Promise.withResolvers<void>();
  const look = (): void => void (existsSync(join(folder, name)) && there.resolve());
  const watcher = watch(folder, look);
  look();
  await there.promise;
  watcher.close();
}

const build = buildFromFunctions({
  workflows: {
    publish: async ({ step }, until: string) => {
      await step('write')(until);
      return 'published';
    },
    count: async ({ step }, last: string) => {
      for (let number = 1; number <= Number(last); number++) await step('say number')(String(number));
    },
    listen: async ({ createHook, createWebhook, step }, token: string) => {
      const hook = createHook({ token });
      const webhook = createWebhook();
      await step('say')(webhook.url);
      return [await hook, (await webhook).method];
    },
  },
  steps: {
    write: async (until: string) => {
      const writer = getWritable().getWriter();
      await writer.write('first');
      await untilThere(until);
      await writer.write('last');
    },
    'say number': async (number: string) => {
      await getWritable().getWriter().write(number);
      await untilThere(number);
    },
    say: async (text: string) => await getWritable().getWriter().write(text),
  },
});

const routes = createHandler();
const answerRoutes = toNodeHandler(routes);

createServer((request, response) => {
  answerRoutes(request, response, () => void answerApplication(request, response).catch(() => fail(response)));
}).listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', function (this: { address(): unknown }) {
  const { port } = this.address() as { port: number };
  setBaseUrl(`http://127.0.0.1:${port}`);
  void runWorld(registerBuild(build)).then(() => console.log(`http://127.0.0.1:${port}`));
});

async function answerApplication(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url!, 'http://localhost');
  const [, area, name = '', detail = ''] = pathname.split('/');
  const answer = (value: unknown): void => void response.end(JSON.stringify(value));
  if (area === 'start') answer((await start({ workflowId: workflowIdOf(name) }, [detail])).runId);
  if (area === 'status') answer(await getRun(name).status);
  if (area === 'result') answer(await getRun(name).returnValue);
  if (area === 'hook') answer(await resumeHook(name, detail));
  if (area === 'slow') await untilThere(name).then(() => answer('slow'));
  // As careless applications do it.
  if (area === 'piped') Readable.fromWeb(getRun<string>(name).readable as never).pipe(response);
  if (area === 'forgotten') {
    void getRun(name).returnValue.then(console.log);
    answer('forgotten');
  }
  if (area === 'close') {
    answer('closing');
    await closeWorld();
    process.exit(0);
  }
  if (area === 'events') toNodeHandler((web) => toStreamResponse(name, web))(request, response);
}

function fail(response: ServerResponse): void {
  response.statusCode = 500;
  response.end();
}
