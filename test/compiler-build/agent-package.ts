/** An agent in small, installed as this package is: its code under `dist`, the rest from the sources. */
import type { TempProject } from './temp-project.ts';

/** Of the package, by the name under `dist`. */
const AGENT_FILES: Readonly<Record<string, string>> = {
  'agent/entries/agent.js': `export { DurableAgent } from '../durable-agent.js';\n`,
  'agent/durable-agent.js': `import { callModel } from './model/call-model.js';
export class DurableAgent {
  constructor(options) {
    this.options = options;
  }
  stream(options) {
    return callModel({ ...this.options, ...options });
  }
}
`,
  'agent/model/call-model.js': `import { FatalError } from 'workflow';
export async function callModel({ model, experimental_transform: transform }) {
  'use step';
  const { sdk } = await import('ai');
  return { model: await valueOf(model), transform: await valueOf(transform), sdk, isShared: FatalError.is(new FatalError('')) };
}
async function valueOf(option) {
  return typeof option === 'function' ? await valueOf(await option()) : option;
}
`,
};

/** The id of its step, wherever it is. */
export const CALL_MODEL = 'step//workflow/agent/model/call-model//callModel';

/** A package that no workflow can have: it needs Node as soon as it is loaded. */
export const PROVIDER: Readonly<Record<string, string>> = {
  'node_modules/@ai-sdk/openai/package.json': '{ "name": "@ai-sdk/openai", "type": "module", "exports": "./index.js" }',
  'node_modules/@ai-sdk/openai/index.js': `import { hostname } from 'node:os';
const provider = hostname() && 'the provider';
export const createOpenAI = ({ apiKey }) => (id) => ({ provider, id, key: apiKey.length });
export const openai = createOpenAI({ apiKey: 'default' });
export const smoothStream = (delay) => \`\${provider} smooths by \${delay}\`;
`,
};

/** An AI SDK in a folder of packages. */
export const sdkIn = (folder: string, sdk: string): Record<string, string> => ({
  [`${folder}/ai/package.json`]: '{ "name": "ai", "type": "module", "exports": "./index.js" }',
  [`${folder}/ai/index.js`]: `import 'node:fs';\nexport const sdk = '${sdk}';\n`,
});

/** Puts the agent into the package, which is in this folder of the project. */
export async function installAgent(project: TempProject, folder = 'node_modules/workflow'): Promise<void> {
  const own: { exports: object } = JSON.parse(await project.read(`${folder}/package.json`));
  const exports = { ...own.exports, './agent': './dist/agent/entries/agent.js' };
  const files = Object.entries(AGENT_FILES).map(([name, code]) => [`${folder}/dist/${name}`, code]);
  await project.write({
    [`${folder}/package.json`]: JSON.stringify({ ...own, exports, sideEffects: false }),
    ...Object.fromEntries(files),
  });
}
