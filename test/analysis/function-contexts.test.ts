/** The tables of the rules say what the entries of the package do. */
import { describe, expect, test } from 'vitest';
import { API_IN_WORKFLOWS } from '../../ts-plugin/analysis/rules/calls/outside-api.ts';
import { FUNCTION_CONTEXTS } from '../../compiler/analyze/function-contexts.ts';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import * as api from '../../runtime/entries/api.ts';
import * as outside from '../../runtime/entries/workflow.ts';
import { workflowRuntime } from '../../runtime/sandbox/workflow-runtime.ts';

type Table = Readonly<Record<string, unknown>>;

/** The error code of a call without arguments; `null` for values, and for functions that fail for other reasons. */
async function contextErrorOf(value: unknown): Promise<string | null> {
  if (typeof value !== 'function' || /^class\b/.test(String(value))) return null;
  try {
    await (value as () => unknown)();
  } catch (error) {
    const code = WorkflowError.is(error) ? error.code : '';
    return code.startsWith('context_') || code === 'sandbox_import_outside' ? code : null;
  }
  return null;
}

describe('the context of each function of "workflow"', () => {
  test('is listed for every export', () => {
    expect(Object.keys(FUNCTION_CONTEXTS).toSorted()).toEqual(Object.keys(outside).toSorted());
  });

  test.each(Object.entries(FUNCTION_CONTEXTS))('%s fails in the application with %s', async (name, code) => {
    expect(await contextErrorOf((outside as Table)[name])).toBe(code);
  });

  test.each(Object.entries(FUNCTION_CONTEXTS))('%s in a workflow', async (name, code) => {
    const found = await contextErrorOf((workflowRuntime as Table)[name]);
    expect(found).toBe(code === 'context_not_in_step' ? code : null);
  });
});

test('workflow code has the functions of "workflow/api" that the rules let pass, and an error for all others', async () => {
  // Workflow code gets the runtime of its realm by this name.
  const realm = globalThis as { __workflow__?: unknown };
  realm.__workflow__ = workflowRuntime;
  const inside: Table = await import('../../runtime/entries/api-sandbox.ts');
  delete realm.__workflow__;
  expect(Object.keys(inside).toSorted()).toEqual(Object.keys(api).toSorted());
  for (const [name, value] of Object.entries(inside)) {
    const isAllowed = API_IN_WORKFLOWS.includes(name);
    expect([name, await contextErrorOf(value)]).toEqual([name, isAllowed ? null : 'sandbox_import_outside']);
  }
});
