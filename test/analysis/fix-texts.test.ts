/** The exact text after a quick fix. */
import { expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { applyEdits, combineFixes } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { writeFixture } from './fixture.ts';

/** Applies the fix with a title to the first finding that has it. */
function fixed(code: string, title: string): string {
  using written = writeFixture({ files: { 'workflows/main.ts': code }, expected: [] });
  const { rootDir, paths } = written;
  const project = new Project(new DiskHost({ rootDir, files: () => paths }));
  const fixes = analyzeFile(project, paths[0]!).flatMap((finding) => finding.fixes);
  const fix = fixes.find((candidate) => candidate.title === title);
  if (!fix) throw new Error(`There is no fix "${title}", only: ${fixes.map((each) => each.title).join(', ')}`);
  return applyEdits(code, combineFixes([fix]).get(paths[0]!) ?? []);
}

const ORDER = `export async function order(id: string) {\n  'use workflow';\n  return id;\n}\n`;
const STEP = `async function charge(id: string) {\n  'use step';\n  return id;\n}\n`;

const AGENT = `import { DurableAgent } from 'workflow/agent';\n`;
const inFlow = (code: string): string => `${AGENT}export async function flow() {\n  'use workflow';\n${code}}\n`;

const CASES: [title: string, before: string, after: string][] = [
  [
    "Write 'use workflow' where it takes effect",
    `'use client';\n\nexport function order(id: string): string[] {\n  const all = [id];\n\n  "use workflow"\n\n  return all;\n}\n`,
    `'use client';\n\nexport async function order(id: string): Promise<string[]> {\n  "use workflow";\n  const all = [id];\n\n  return all;\n}\n`,
  ],
  [
    "Write 'use step' where it takes effect",
    `export async function send() {\r\n\tconst at = 1;\r\n\t'use stpe';\r\n\treturn at;\r\n}\r\n`,
    `export async function send() {\r\n\t'use step';\r\n\tconst at = 1;\r\n\treturn at;\r\n}\r\n`,
  ],
  [
    'Add "async"',
    `export default function (): void {\n  'use workflow';\n}\n`,
    `export default async function (): Promise<void> {\n  'use workflow';\n}\n`,
  ],
  [
    "Keep 'use step'",
    `export async function send() {\n  'use workflow';\n  'use step';\n}\n`,
    `export async function send() {\n  'use step';\n}\n`,
  ],
  [
    'Move the directive into the functions',
    `'use step';\n\nexport const LIMIT = 3;\nexport async function send() {}\nexport const find = async () => ({ LIMIT });\n`,
    `export const LIMIT = 3;\nexport async function send() {\n  'use step';\n}\nexport const find = async () => { 'use step'; return ({ LIMIT }); };\n`,
  ],
  [
    'Start a run and wait for its result',
    `// Licence\n\n${ORDER}export async function POST() {\n  return await order('1');\n}\n`,
    `// Licence\n\nimport { start } from 'workflow/api';\n${ORDER}export async function POST() {\n  return await (await start(order, ['1'])).returnValue;\n}\n`,
  ],
  [
    'Start a run: start(workflow, [arguments])',
    `"use server"\nimport { getRun } from "workflow/api"\n${ORDER}export async function POST(...ids: [string]) {\n  order(...ids)\n  return getRun\n}\n`,
    `"use server"\nimport { getRun, start } from "workflow/api"\n${ORDER}export async function POST(...ids: [string]) {\n  await start(order, [...ids])\n  return getRun\n}\n`,
  ],
  [
    'Pass the workflow and its arguments',
    `import { start } from 'workflow/api';\n${ORDER}export const begin = () => start(order('1'));\n`,
    `import { start } from 'workflow/api';\n${ORDER}export const begin = () => start(order, ['1']);\n`,
  ],
  [
    "Add 'use workflow' to the function",
    `import { start } from 'workflow/api';\nexport const plain = async () => {};\nexport const begin = () => start(plain);\n`,
    `import { start } from 'workflow/api';\nexport const plain = async () => {\n  'use workflow';\n};\nexport const begin = () => start(plain);\n`,
  ],
  [
    'Add "await"',
    `${STEP}export async function flow() {\n  'use workflow';\n  charge('1');\n}\n`,
    `${STEP}export async function flow() {\n  'use workflow';\n  await charge('1');\n}\n`,
  ],
  [
    'Wait for all with "await Promise.all(…)"',
    `${STEP}export async function flow(ids: string[]) {\n  'use workflow';\n  ids.forEach((id) => charge(id));\n}\n`,
    `${STEP}export async function flow(ids: string[]) {\n  'use workflow';\n  await Promise.all(ids.map((id) => charge(id)));\n}\n`,
  ],
  [
    'Wait for all with "Promise.all(…)"',
    `${STEP}export async function flow(ids?: string[]) {\n  'use workflow';\n  return await ids?.map((id) => charge(id));\n}\n`,
    `${STEP}export async function flow(ids?: string[]) {\n  'use workflow';\n  return await Promise.all(ids?.map((id) => charge(id)) ?? []);\n}\n`,
  ],
  [
    'Write "minutes"',
    `import { sleep } from 'workflow';\nexport async function flow(n: number) {\n  'use workflow';\n  await sleep(\`\${n} minuts\`);\n}\n`,
    `import { sleep } from 'workflow';\nexport async function flow(n: number) {\n  'use workflow';\n  await sleep(\`\${n} minutes\`);\n}\n`,
  ],
  [
    'Add "throw"',
    `import { FatalError } from 'workflow';\nexport async function send(ok: boolean) {\n  'use step';\n  if (!ok) new FatalError('no');\n}\n`,
    `import { FatalError } from 'workflow';\nexport async function send(ok: boolean) {\n  'use step';\n  if (!ok) throw new FatalError('no');\n}\n`,
  ],
  [
    'Add "maxSteps: 20"',
    `${AGENT}const agent = new DurableAgent({ model: 'openai/gpt-5', tools: { a: {} } });\nagent.stream({ messages: [] });\n`,
    `${AGENT}const agent = new DurableAgent({ model: 'openai/gpt-5', tools: { a: {} } });\nagent.stream({ messages: [], maxSteps: 20 });\n`,
  ],
  [
    'Add "maxSteps: 20"',
    `${AGENT.trimEnd()}\r\nconst agent = new DurableAgent({ model: 'openai/gpt-5', tools: { a: {} } });\r\nagent.stream({\r\n\tmessages: [],\r\n});\r\n`,
    `${AGENT.trimEnd()}\r\nconst agent = new DurableAgent({ model: 'openai/gpt-5', tools: { a: {} } });\r\nagent.stream({\r\n\tmessages: [],\r\n\tmaxSteps: 20,\r\n});\r\n`,
  ],
  [
    'Remove "temperature"',
    `${AGENT}new DurableAgent({ model: 'openai/gpt-5', temperature: 0, topP: 0.5 });\n`,
    `${AGENT}new DurableAgent({ model: 'openai/gpt-5', topP: 0.5 });\n`,
  ],
  [
    'Remove "topP"',
    `${AGENT}new DurableAgent({\n  temperature: 0,\n  topP: 0.5,\n});\n`,
    `${AGENT}new DurableAgent({\n  temperature: 0,\n});\n`,
  ],
  [
    "Add 'use step' to the function",
    inFlow(`  const models = { fast: () => load() };\n  new DurableAgent({ model: models.fast });\n`),
    inFlow(
      `  const models = { fast: async () => { 'use step'; return load(); } };\n  new DurableAgent({ model: models.fast });\n`,
    ),
  ],
  [
    'Write the model into the options',
    `import { openai } from '@ai-sdk/openai';\n${inFlow(`  const model = openai('gpt-5');\n  new DurableAgent({ model });\n`)}`,
    `import { openai } from '@ai-sdk/openai';\n${inFlow(`  new DurableAgent({ model: openai('gpt-5') });\n`)}`,
  ],
  [
    "Make the tool's function a step",
    inFlow(
      `  const tools = {\n    pid: {\n      description: 'Pid',\n      execute() {\n        return process.pid;\n      },\n    },\n  };\n  return tools;\n`,
    ),
    inFlow(
      `  const tools = {\n    pid: {\n      description: 'Pid',\n      async execute() {\n        'use step';\n        return process.pid;\n      },\n    },\n  };\n  return tools;\n`,
    ),
  ],
];

test.each(CASES)('%s', (title, before, after) => {
  expect(fixed(before, title)).toBe(after);
});
