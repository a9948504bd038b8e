/** The examples of docs/agent-testing.md do what they say. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import * as anthropic from '@ai-sdk/anthropic';
import * as openai from '@ai-sdk/openai';
import * as ai from 'ai';
import { afterEach, expect, it } from 'vitest';
import * as testing from '../../../agent/entries/testing.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/agent-testing.md'), 'utf8');
const MODULES: Record<string, object> = {
  '@ai-sdk/anthropic': anthropic,
  '@ai-sdk/openai': openai,
  ai,
  'workflow/agent/testing': testing,
};
const IMPORT = /^import \{ ([^}]+) \} from '([^']+)';\n/gm;

/** The examples, apart from the one that records, which needs a provider. */
const examples = [...PAGE.matchAll(/^```ts\n([\s\S]*?)^```/gm)]
  .map(([, code]) => code!)
  .filter((code) => !code.includes('recordModels'))
  .map((code) => ({ code, title: code.slice(code.indexOf('await using')).split('\n', 1)[0]! }));

/** Runs an example: its imports become variables, the rest is the body of a function. */
async function run(code: string): Promise<void> {
  const scope: Record<string, unknown> = { expect };
  for (const [, names, specifier] of code.matchAll(IMPORT)) {
    for (const name of names!.split(', ')) scope[name] = MODULES[specifier!]![name as never];
  }
  const body = stripTypeScriptTypes(`async () => {\n${code.replaceAll(IMPORT, '')}\n}`);
  const example = compileFunction(`return (${body})();`, Object.keys(scope)) as (...values: unknown[]) => Promise<void>;
  await example(...Object.values(scope));
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'AI_SDK_DEFAULT_PROVIDER');
});

it('has examples', () => expect(examples).toHaveLength(5));

it.each(examples)('runs the example that begins with $title', ({ code }) => run(code));
