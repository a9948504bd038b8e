/** Lengths of time as types: TypeScript refuses a text that no run would accept, where it is written down. */
import ts from 'typescript-6';
import { expect, expectTypeOf, test } from 'vitest';
import { mcpTools } from '../../agent/mcp/mcp-tools.ts';
import type { Duration } from '../values/duration.ts';
import type { StartOptions } from '../values/start-options.ts';
import { RetryableError, type RetryableErrorOptions } from '../values/step-errors.ts';
import { sleep } from './outside-workflow.ts';
import { start } from './start.ts';

interface Given {
  text: string;
  n: number;
  given: Duration;
  options: StartOptions;
  order: (id: string) => Promise<number>;
  daily: () => Promise<void>;
}

const WRONG = '3 foo';

/** Never called, like the others: TypeScript checks it. */
export async function useSleep({ text, n, given }: Given): Promise<void> {
  await sleep(5);
  await sleep('250');
  await sleep('30s');
  await sleep('5 minutes');
  await sleep('1.5 Hours');
  await sleep('2DAYS');
  await sleep(`${n} minutes`);
  await sleep(text);
  await sleep(given);
  await sleep(new Date());
  await sleep(n > 1 ? '1 day' : 5);
  // @ts-expect-error The unit is misspelled.
  await sleep('5 minuts');
  // @ts-expect-error There is no number.
  await sleep('soon');
  // @ts-expect-error One of two is wrong.
  await sleep(n > 1 ? '1 day' : '1 dya');
  // @ts-expect-error The constant is wrong.
  await sleep(WRONG);
  // @ts-expect-error Not a length of time.
  await sleep(true);
}

export async function useStart({ text, n, options, order, daily }: Given): Promise<number> {
  await start(daily);
  await start(daily, [], { delay: '5 minutes' });
  await start(order, ['a'], options);
  await start(order, ['a'], { ...options, delay: new Date() });
  await start(order, ['a'], { ...(text && { delay: '5m' }) });
  await start(order, ['a'], { delay: text, timeout: `${n} minutes`, retention: n > 1 ? '1d' : 5, id: 'a' });
  await start(daily, [], { delay: n > 1 ? n : '1m', timeout: n > 1 ? '1h' : 20 });
  await start(order, ['a'], { delay: n > 1 ? new Date() : '1m', retention: n > 1 ? '30d' : n });
  await start<number>({ workflowId: 'a' }, [], { timeout: '1m' });
  // @ts-expect-error The unit is misspelled.
  await start(daily, [], { delay: '3 foo' });
  // @ts-expect-error The unit is misspelled.
  await start(order, ['a'], { delay: '3 foo' });
  // @ts-expect-error The unit is misspelled.
  await start(order, ['a'], { timeout: '3 foo' });
  // @ts-expect-error The unit is misspelled.
  await start(order, ['a'], { ...options, retention: '3 foo' });
  // @ts-expect-error The constant is wrong.
  await start(order, ['a'], { delay: WRONG });
  // @ts-expect-error One of two is wrong.
  await start(order, ['a'], { delay: n > 1 ? 5 : '1 dya' });
  // @ts-expect-error A limit is no point in time.
  await start(order, ['a'], { timeout: new Date() });
  // @ts-expect-error The name is misspelled.
  await start(order, ['a'], { retenton: '5 days' });
  return (await start(order, ['a'], { delay: '5 minutes' })).returnValue;
}

class Busy extends RetryableError {
  constructor() {
    super('Busy', { retryAfter: '5m' });
  }
}

export function useErrors({ text, n, given }: Given, caught: unknown): Date | Busy | RetryableError {
  const made: RetryableError[] = [
    new RetryableError('Busy', { retryAfter: '5 minutes' }),
    new RetryableError('Busy', { retryAfter: text }),
    new RetryableError('Busy', { retryAfter: given }),
    new RetryableError('Busy', { retryAfter: n > 1 ? n * 1000 : '1m' }),
    new RetryableError('Busy', { retryAfter: n > 1 ? n * 1000 : new Date(text) }),
    new RetryableError('Busy', { retryAfter: n > 1 ? text : undefined, cause: caught }),
    new Busy(),
  ];
  // @ts-expect-error The unit is misspelled.
  if (text === '') throw new RetryableError('Busy', { retryAfter: '3 foo' });
  // @ts-expect-error One of two is wrong.
  if (n > 2) throw new RetryableError('Busy', { retryAfter: n > 1 ? 5 : '1 dya' });
  if (Busy.is(caught)) return caught;
  if (RetryableError.is(caught)) return caught.retryAfter;
  return made[0]!;
}

export async function useTools(): Promise<void> {
  const connect = { url: 'https://example.com' };
  await mcpTools(connect, { timeout: '2 minutes' });
  await mcpTools(connect, { timeout: connect.url ? '2 minutes' : 5, prefix: 'a_' });
  // @ts-expect-error The unit is misspelled.
  await mcpTools(connect, { timeout: '3 foo' });
}

test('the type of a wrong text is a sentence that names the fix', () => {
  type Sentence = '"3 foo" is no length of time. Fix: write a number and a unit, such as "5 minutes"';
  expectTypeOf<Parameters<typeof sleep<'3 foo'>>[0]>().toEqualTypeOf<Sentence>();
  expectTypeOf<StartOptions<'3 foo'>['delay']>().toEqualTypeOf<Sentence | undefined>();
  expectTypeOf<RetryableErrorOptions<'3 foo'>['retryAfter']>().toEqualTypeOf<Sentence | undefined>();
  expect([useSleep, useStart, useErrors, useTools]).toHaveLength(4);
});

test('the same holds in projects without `exactOptionalPropertyTypes`, as most are', () => {
  const program = ts.createProgram([import.meta.filename], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  });
  const found = program.getSemanticDiagnostics(program.getSourceFile(import.meta.filename));
  expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});
