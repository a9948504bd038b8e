/** Small projects in memory, with marks in their texts: `/*1*\/` for a place; `[|` and `|]` for what is selected. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdits } from '../../ts-plugin/analysis/edits/apply-edits.ts';
import type ts from 'typescript-6';
import { Editor, type EditorOptions } from './editor.ts';

const ROOT = join(import.meta.dirname, '../..');
const MARK = /\/\*(\w*)\*\/|\[\||\|\]/g;

export interface MarkedProject extends Disposable {
  rootDir: string;
  editor: Editor;
  /** Path of a file. */
  path: (name?: string) => string;
  /** Index of a mark; `[|` and `|]` for the ends of what is selected. */
  at: (mark: string, name?: string) => number;
}

/** @param files Texts by path, or the text of `main.ts`. The package `workflow` is installed: it is this repository. */
export function openMarked(
  files: string | Record<string, string>,
  { typescript, ...options }: Pick<EditorOptions, 'typescript' | 'config' | 'options'>,
): MarkedProject {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-editor-')));
  const texts = typeof files === 'string' ? { 'main.ts': files } : files;
  const marks = new Map<string, number>();
  const path = (name = 'main.ts'): string => join(rootDir, name);
  const unmarked = Object.entries(texts).map(([name, marked]) => [path(name), readMarks(name, marked, marks)] as const);
  writeFileSync(path('package.json'), '{ "name": "app", "type": "module" }');
  mkdirSync(path('node_modules'));
  symlinkSync(ROOT, path('node_modules/workflow'), 'dir');
  const editor = new Editor({ typescript, rootDir, files: new Map(unmarked), ...options });
  return {
    rootDir,
    editor,
    path,
    at(mark, name = 'main.ts') {
      const index = marks.get(`${name} ${mark}`);
      if (index === undefined) throw new Error(`There is no mark "${mark}" in ${name}`);
      return index;
    },
    [Symbol.dispose]: () => rmSync(rootDir, { recursive: true, force: true }),
  };
}

function readMarks(name: string, marked: string, marks: Map<string, number>): string {
  let text = '';
  let index = 0;
  for (const match of marked.matchAll(MARK)) {
    text += marked.slice(index, match.index);
    index = match.index + match[0].length;
    marks.set(`${name} ${match[1] ?? match[0]}`, text.length);
  }
  return text + marked.slice(index);
}

/** The text of a file after the changes of an answer. */
export function changed(project: MarkedProject, changes: readonly ts.FileTextChanges[], name = 'main.ts'): string {
  const path = project.path(name);
  const edits = changes
    .filter(({ fileName }) => fileName === path)
    .flatMap(({ textChanges }) => textChanges)
    .map(({ span, newText }) => ({
      file: path,
      span: { start: span.start, end: span.start + span.length },
      text: newText,
    }));
  return applyEdits(project.editor.textOf(path), edits);
}
