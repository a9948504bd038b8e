/** The first workflow of a project, and a server for projects without any. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDisplayName } from '../../compiler/build/source-files.ts';
import { listDirectiveFiles } from '../program/directive-files.ts';
import { ConfigFile } from './config-file.ts';
import type { FileEdit } from '../program/proposed-edits.ts';
import type { SetUp } from './set-up.ts';
import type { ProjectFacts } from '../program/project-facts.ts';

const WORKFLOW = (type: (name: string) => string) => `import { sleep } from 'workflow';

export async function welcome(email${type('string')})${type('Promise<string>')} {
  'use workflow';
  await send(email, 'Hello!');
  await sleep('10s'); // or '7d': nothing waits in memory, and a restart changes nothing
  await send(email, 'Still there?');
  return \`\${email} is welcome\`;
}

async function send(email${type('string')}, text${type('string')})${type('Promise<void>')} {
  'use step';
  console.log(\`To \${email}: \${text}\`); // all of Node is here
}
`;

const SERVER = (isTyped: boolean) => `import { createServer } from 'node:http';
import { start } from 'workflow/api';
import { createHandler, toNodeHandler } from 'workflow/server';
import { welcome } from './workflows/welcome.${isTyped ? 'ts' : 'js'}';

const workflow = createHandler();

async function application(request${isTyped ? ': Request' : ''}) {
  const email = new URL(request.url).searchParams.get('email') ?? 'ann@example.com';
  const { runId } = await start(welcome, [email]);
  return Response.json({ runId });
}

const handler = toNodeHandler(async (request) => (await workflow(request)) ?? (await application(request)));
createServer(handler).listen(Number(process.env.PORT ?? 3000));
`;

/** How each kind of server serves the routes. */
const HOSTS: Readonly<Record<string, { imports: string; line: string }>> = {
  hono: {
    imports: 'createHandler',
    line: 'app.use(async (c, next) => (await workflow(c.req.raw)) ?? (await next()));',
  },
  express: {
    imports: 'createHandler, toNodeHandler',
    line: 'app.use(toNodeHandler(workflow)); // before express.json()',
  },
  fastify: { imports: 'createHandler, toFastifyHook', line: `app.addHook('onRequest', toFastifyHook(workflow));` },
  'node:http': {
    imports: 'createHandler, toNodeHandler',
    line: 'createServer(toNodeHandler(async (request) => (await workflow(request)) ?? (await application(request))));',
  },
};
const SERVER_NAMES = ['server', 'index', 'app', 'main', 'src/server', 'src/index', 'src/app', 'src/main'].flatMap(
  (name) => ['ts', 'js', 'mts', 'mjs'].map((type) => `${name}.${type}`),
);

/** Adds a first workflow to a project that has none. */
export async function setUpWorkflow(project: ProjectFacts, folder: string): Promise<Partial<SetUp>> {
  const [existing] = await listDirectiveFiles(project.rootDir);
  if (existing) return { present: [`${toDisplayName(project.rootDir, existing.path)} has a workflow or a step.`] };
  const extension = project.isTyped ? 'ts' : 'js';
  const after = WORKFLOW(project.isTyped ? (name) => `: ${name}` : () => '');
  return { edits: [{ path: `${folder}/welcome.${extension}`, before: null, after }] };
}

/** A project without a framework: the line for its server, or a server. */
export function setUpServer(project: ProjectFacts): Partial<SetUp> {
  const existing = findServer(project);
  if (existing !== null && /workflow\/(?:server|runtime)/.test(existing.code))
    return { present: [`${existing.path} serves the routes of workflows.`] };
  const host = Object.keys(HOSTS).find((name) => project.dependencies.includes(name));
  if (host !== undefined) return { byHand: [linesFor(host, existing?.path ?? 'your server')] };
  if (existing !== null) return { byHand: [linesFor('node:http', existing.path)] };
  const path = `server.${project.isTyped ? 'ts' : 'js'}`;
  return { edits: [{ path, before: null, after: SERVER(project.isTyped) }, ...packageEdits(project, path)] };
}

/** The file with which the application begins, as far as its name tells; `null`: none. */
function findServer({ rootDir, manifest }: ProjectFacts): { path: string; code: string } | null {
  const { main } = manifest;
  const names = [...(typeof main === 'string' ? [main] : []), ...SERVER_NAMES];
  const path = names.find((name) => existsSync(join(rootDir, name)));
  return path === undefined ? null : { path, code: readFileSync(join(rootDir, path), 'utf8') };
}

function linesFor(host: string, place: string): string {
  const { imports, line } = HOSTS[host]!;
  const lines = `import { ${imports} } from 'workflow/server';\n\nconst workflow = createHandler();\n${line}`;
  return `Add this to ${place}, and start it with node --import workflow/register:\n\n${lines}\n`;
}

/** Such a server is an ES module, and needs a command. */
function packageEdits({ rootDir, manifest, isEsm }: ProjectFacts, server: string): FileEdit[] {
  const before = readFileSync(join(rootDir, 'package.json'), 'utf8');
  const scripts = manifest['scripts'] as Record<string, string> | undefined;
  if (isEsm && scripts?.['start'] !== undefined) return [];
  const file = ConfigFile.ofJson(before);
  const object = file.exportedObject()!;
  const command = `"node --import workflow/register ${server}"`;
  if (!scripts) file.addProperty(object, '"scripts"', `{ "start": ${command} }`);
  else if (scripts['start'] === undefined) file.addProperty(file.objectAt(object, 'scripts')!, '"start"', command);
  if (!isEsm) file.setProperty(object, '"type"', '"module"');
  return [{ path: 'package.json', before, after: file.text }];
}
