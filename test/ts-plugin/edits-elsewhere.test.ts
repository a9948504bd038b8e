/** The findings in a workflow follow edits of the files that it uses. */
import { expect, test } from 'vitest';
import { COMPILERS } from './editor.ts';
import { type MarkedProject, openMarked } from './marked-project.ts';

const TYPESCRIPT = Object.values(COMPILERS)[0]!;

const WORKFLOW = `import { total } from './barrel.ts';
export async function order() {
  'use workflow';
  return total(1);
}
`;
const SAFE = 'export function total(price: number): number {\n  return price;\n}\n';
const UNSAFE = 'export function total(price: number): number {\n  setTimeout(() => price, 1);\n  return price;\n}\n';

function openOrder(): MarkedProject {
  const files = {
    'order.ts': WORKFLOW,
    'barrel.ts': "export { total } from './safe.ts';\n",
    'safe.ts': SAFE,
    'unsafe.ts': UNSAFE,
    'page.ts': 'export const title = 1;\n',
  };
  return openMarked(files, { typescript: TYPESCRIPT });
}

function messagesOf({ editor, path }: MarkedProject): unknown[] {
  const found = editor.service.getSemanticDiagnostics(path('order.ts')).filter(({ source }) => source === 'workflow');
  return found.map(({ messageText }) => messageText);
}

test('a helper that becomes unsafe is shown where the workflow uses it, until it is mended', () => {
  using project = openOrder();
  expect(messagesOf(project)).toEqual([]);
  project.editor.edit(project.path('safe.ts'), UNSAFE);
  expect(messagesOf(project)).toEqual([expect.stringContaining('safe.ts:2:3')]);
  project.editor.edit(project.path('safe.ts'), SAFE);
  expect(messagesOf(project)).toEqual([]);
});

test('a file between that leads to another helper is followed', () => {
  using project = openOrder();
  expect(messagesOf(project)).toEqual([]);
  project.editor.edit(project.path('barrel.ts'), "export { total } from './unsafe.ts';\n");
  expect(messagesOf(project)).toEqual([expect.stringContaining('unsafe.ts:2:3')]);
});

test('a place in a helper moves with its text', () => {
  using project = openOrder();
  project.editor.edit(project.path('safe.ts'), UNSAFE);
  expect(messagesOf(project)).toHaveLength(1);
  project.editor.edit(project.path('page.ts'), 'export const title = 2;\n');
  expect(messagesOf(project)).toEqual([expect.stringContaining('safe.ts:2:3')]);
  project.editor.edit(project.path('safe.ts'), `\n${UNSAFE}`);
  expect(messagesOf(project)).toEqual([expect.stringContaining('safe.ts:3:3')]);
});

test('a new file takes the place of one that was missing', () => {
  using project = openMarked({ 'order.ts': WORKFLOW }, { typescript: TYPESCRIPT });
  expect(messagesOf(project)).toEqual([]);
  project.editor.edit(project.path('barrel.ts'), UNSAFE);
  expect(messagesOf(project)).toEqual([expect.stringContaining('barrel.ts:2:3')]);
});
