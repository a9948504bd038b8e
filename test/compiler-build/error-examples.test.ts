/** The examples of the explanations of the compiler's errors, compiled. */
import { describe, expect, test } from 'vitest';
import { CompileFailure, type Diagnostic } from '../../compiler/diagnostics.ts';
import { compilerArea } from '../../compiler/explanations/area.ts';
import type { Example } from '../../runtime/contract/explanation.ts';
import { builderOf } from './project-builder.ts';
import { createTempProject } from './temp-project.ts';

/** Everything that a build says about an example. */
async function diagnosticsOf(example: Example): Promise<readonly Diagnostic[]> {
  const project = await createTempProject(typeof example === 'string' ? { 'workflows/order.ts': example } : example);
  try {
    return (await builderOf(project).build()).warnings;
  } catch (error) {
    if (error instanceof CompileFailure) return error.diagnostics;
    throw error;
  }
}

const explained = compilerArea.errors.map((error) => ({ ...error, shown: messageOf(error) }));

function messageOf({ message, fix, code }: (typeof compilerArea.errors)[number]): string {
  return fix === undefined ? `${message} [${code}]` : `${message} Fix: ${fix} [${code}]`;
}

describe.each(explained.filter(({ wrong }) => wrong !== undefined))('$code', ({ wrong, right, shown }) => {
  test('is what its wrong example gives, with the message that its page shows', async () => {
    const messages = (await diagnosticsOf(wrong!)).map(({ message }) => message);
    expect([...new Set(messages)]).toEqual([shown]);
  });

  test('has a right example that builds without a word', async () => {
    expect(await diagnosticsOf(right!)).toEqual([]);
  });
});

test('only bugs of the compiler, components, and files that other plugins make up, have no examples', () => {
  const without = compilerArea.errors.filter(({ wrong, right }) => wrong === undefined || right === undefined);
  expect(without.map(({ code }) => code)).toEqual([
    'compile_directive_in_component',
    'compile_file_outside_build',
    'compile_directive_unprocessed',
    'compile_step_unregistered',
  ]);
});
