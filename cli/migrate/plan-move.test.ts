import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { VERSION } from '../../runtime/contract/version.ts';
import { planMove } from './plan-move.ts';

const OWN = { 'node_modules/workflow/package.json': JSON.stringify({ version: VERSION }) };

/** A project with these files. @returns Its files as they would be, and all that a person has to look at. */
async function move(files: Record<string, string | object>) {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-move-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [path, content] of Object.entries({ 'package.json': {}, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { edits, differences, files: compiled } = await planMove(dir);
  const after = Object.fromEntries(edits.map(({ path, after: text }) => [path, text]));
  return { after, differences, compiled, manifest: JSON.parse(after['package.json'] ?? 'null') as unknown };
}

it('rewrites every way to load a module, in sources, tests and components', async () => {
  const { after } = await move({
    'src/app.ts': `import { DurableAgent } from "@workflow/ai/agent"\nexport * from '@workflow/errors';\nimport '@workflow/core';\n`,
    'src/lazy.mjs': `const { start } = await import('@workflow/core/runtime');\nconst e = require( '@workflow/errors' );\n`,
    'src/app.test.ts': `vi.mock('@workflow/ai/providers/google');\n`,
    'src/Chat.vue': `<script setup>\nimport { WorkflowChatTransport } from '@workflow/ai';\n</script>\n`,
    'next.config.ts': `import { withWorkflow } from '@workflow/next';\n`,
  });
  expect(after).toEqual({
    'src/app.ts': `import { DurableAgent } from "workflow/agent"\nexport * from 'workflow/errors';\nimport 'workflow';\n`,
    'src/lazy.mjs': `const { start } = await import('workflow/api');\nconst e = require( 'workflow/errors' );\n`,
    'src/app.test.ts': `vi.mock('workflow/agent/providers/google');\n`,
    'src/Chat.vue': `<script setup>\nimport { WorkflowChatTransport } from 'workflow/agent/chat-transport';\n</script>\n`,
    'next.config.ts': `import { withWorkflow } from 'workflow/next';\n`,
  });
});

it('leaves alone what is not the other package, and what tools have made', async () => {
  const text = `import x from '@workflow-tools/x';\nimport y from './workflow/y';\nconst note = 'see @workflow/ai';\n`;
  const files = { 'src/a.ts': text, 'dist/a.js': `import '@workflow/ai';`, '.next/b.js': `import '@workflow/ai';` };
  expect(await move({ ...files, 'node_modules/x/index.js': `import '@workflow/ai';` })).toMatchObject({
    after: {},
    differences: [],
  });
});

it('tells of names, modules and settings that need a person, with their places', async () => {
  const { differences } = await move({
    'src/app.ts': [
      `import {`,
      `  start,`,
      `} from 'workflow/api';`,
      `import { type World, healthCheck as health, getWorld } from 'workflow/runtime';`,
      `import { workflow } from '@workflow/vitest';`,
      `const url = process.env.WORKFLOW_POSTGRES_URL;`,
    ].join('\n'),
  });
  expect(differences).toEqual([
    { at: 'src/app.ts:4', found: 'healthCheck of workflow/runtime', instead: expect.stringContaining('/health') },
    { at: 'src/app.ts:5', found: '@workflow/vitest', instead: expect.stringContaining('wakeUp') },
    { at: 'src/app.ts:6', found: 'WORKFLOW_POSTGRES_URL', instead: 'WORKFLOW_DATABASE_URL here' },
  ]);
});

it('knows all names that users of the other package take from its entries', async () => {
  const names = {
    workflow: 'sleep, createHook, createWebhook, defineHook, fetch, getWritable, TypedHook, RequestWithResponse',
    'workflow/api': 'start, getRun, Run, resumeHook, Event, WorkflowRun, WorkflowReadableStream, StopSleepOptions',
    'workflow/internal/errors': 'FatalError, HookNotFoundError, WorkflowRunFailedError',
    '@workflow/ai/agent': 'DurableAgent, Output, InferDurableAgentUIMessage, PrepareStepInfo, ProviderOptions',
    '@workflow/ai': 'WorkflowChatTransport, WorkflowChatTransportOptions',
    '@workflow/serde': 'WORKFLOW_SERIALIZE, WORKFLOW_DESERIALIZE',
  };
  const text = Object.entries(names).map(([from, list]) => `import { ${list} } from '${from}';`);
  expect((await move({ 'src/app.ts': text.join('\n') })).differences).toEqual([]);
});

it('takes packages out that nothing needs, and keeps the order and the indent of package.json', async () => {
  const { after } = await move({
    ...OWN,
    'package.json': `{\n\t"dependencies": {\n\t\t"@workflow/ai": "^6",\n\t\t"workflow": "file:../w.tgz",\n\t\t"a": "1"\n\t},\n\t"devDependencies": { "@workflow/world-local": "4" }\n}\n`,
    'src/a.ts': `import '@workflow/ai/agent';`,
  });
  expect(after['package.json']).toBe(
    `{\n\t"dependencies": {\n\t\t"workflow": "file:../w.tgz",\n\t\t"a": "1"\n\t},\n\t"devDependencies": {}\n}\n`,
  );
});

it.each([
  ['npm', { 'package-lock.json': '{}' }, { overrides: { '@workflow/ai': { workflow: '$workflow' } } }],
  [
    'pnpm',
    { 'pnpm-lock.yaml': '' },
    { pnpm: { peerDependencyRules: { allowedVersions: { '@workflow/ai>workflow': '*' } } } },
  ],
  ['yarn', { 'yarn.lock': '' }, {}],
])('lets %s keep a package that wants the other one, while sources import it', async (_, lock, expected) => {
  const dependencies = { '@workflow/ai': '^6', '@workflow/errors': '4', workflow: '^4.8.9' };
  const { manifest } = await move({
    ...lock,
    'package.json': { dependencies },
    'src/a.ts': `import { mockTextModel } from '@workflow/ai/test';`,
  });
  expect(manifest).toEqual({ dependencies: { '@workflow/ai': '^6', workflow: `^${VERSION}` }, ...expected });
});

it('renames settings in .env files, and keeps all else of them', async () => {
  const { after } = await move({
    '.env': `# local\nexport WORKFLOW_TARGET_WORLD='@workflow/world-postgres'\nWORKFLOW_POSTGRES_URL = "postgres://a:b=c@db/x"\nOTHER=1 # kept\n`,
    '.env.production.local': `WORKFLOW_LOCAL_DATA_DIR=/data\nWORKFLOW_SECRET=s\n`,
  });
  expect(after).toEqual({
    '.env': `# local\nexport WORKFLOW_WORLD='postgres'\nWORKFLOW_DATABASE_URL = "postgres://a:b=c@db/x"\nOTHER=1 # kept\n`,
    '.env.production.local': `WORKFLOW_DATA_DIR=/data\nWORKFLOW_SECRET=s\n`,
  });
});

it('compiles the files with workflows and steps as they will be', async () => {
  const { compiled } = await move({
    'workflows/order.ts': `import { sleep } from '@workflow/core';\nexport async function order() { 'use workflow'; await sleep('1s'); await pay(); }\nasync function pay() { 'use step'; }\n`,
    'workflows/wrong.ts': `export function wrong() { 'use workflow'; }\n`,
    'src/plain.ts': `export const one = 1;\n`,
  });
  expect(compiled).toEqual([
    { path: 'workflows/order.ts', workflows: 1, steps: 1, errors: [], warnings: [] },
    { path: 'workflows/wrong.ts', workflows: 0, steps: 0, errors: [expect.stringContaining('async')], warnings: [] },
  ]);
});
