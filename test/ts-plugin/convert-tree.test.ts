/** The editor reads TypeScript's tree and the build its own: what they make of a file must be the same. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import ts5 from 'typescript-5';
import ts6 from 'typescript-6';
import type { Node } from '../../compiler/ast.ts';
import { bindFile, inspectModule } from '../../compiler/analyze/inspect-module.ts';
import type { Binding, Scope } from '../../compiler/analyze/scope.ts';
import { CompileFailure, type SourceFile, createSourceFile } from '../../compiler/diagnostics.ts';
import { parseModule } from '../../compiler/parse-module.ts';
import { convertTree } from '../../ts-plugin/plugin/convert-tree.ts';
import type { TypeScript } from '../../ts-plugin/tree/tree-converter.ts';
import { chosenVersions } from '../chosen-versions.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMPILERS = chosenVersions<TypeScript>({ '5.9': ts5 as unknown as TypeScript, '6': ts6 }, 'EDITORS');
const CORPORA = {
  'the samples': 'test/samples/**/*.{ts,tsx,js,jsx,mjs,mts}',
  'our sources': '{agent,cli,compiler,integrations,runtime,ts-plugin}/**/*.ts',
  zod: 'node_modules/zod/src/**/*.ts',
  rxjs: 'node_modules/rxjs/src/**/*.ts',
};

describe.each(Object.entries(COMPILERS))('with TypeScript %s', (_, typescript) => {
  test.each(Object.entries(CORPORA))('%s mean the same', (__, pattern) => {
    const paths = globSync(pattern, { cwd: ROOT, exclude: ['**/*.generated.ts'] });
    expect(paths.length).toBeGreaterThan(50);
    for (const path of paths) {
      const file = readSource(path);
      const items = parse(file);
      if (items) expect(meaningOf(file, toItems(typescript, file)), path).toEqual(meaningOf(file, items));
    }
  });

  test('no prefix of a file breaks the conversion, because an editor asks while somebody types', () => {
    for (const path of [
      'test/samples/odd-syntax/input.ts',
      'test/samples/jsx/input.tsx',
      'test/samples/decorators/input.ts',
    ]) {
      const { code } = readSource(path);
      for (let end = 0; end <= code.length; end += 3) {
        const file = createSourceFile({ path, name: path, code: code.slice(0, end) });
        expect(() => meaningOf(file, toItems(typescript, file))).not.toThrow();
      }
    }
  });
});

function readSource(path: string): SourceFile {
  return createSourceFile({ path, name: path, code: readFileSync(join(ROOT, path), 'utf8') });
}

/** `null` for what the build refuses: there is nothing to compare with. */
function parse(file: SourceFile): Node[] | null {
  try {
    return parseModule(file);
  } catch (error) {
    if (error instanceof CompileFailure) return null;
    throw error;
  }
}

function toItems(typescript: TypeScript, { path, code }: SourceFile): Node[] {
  return convertTree(typescript, typescript.createSourceFile(path, code, typescript.ScriptTarget.Latest, true));
}

/** The diagnostics of the compiler, and the target of each name. */
function meaningOf(file: SourceFile, items: Node[]): unknown {
  const parsed = bindFile(file, items);
  const { analysis, problems } = inspectModule(parsed, `./${file.name}`);
  const diagnostics = [...problems, ...(analysis?.warnings ?? [])];
  return {
    problems: diagnostics.map(({ code, index, end, message }) => ({ code, index, end, message })),
    functions: analysis?.functions.map(({ id, kind, form, nested, usesSelf, captures, node }) => {
      const names = captures.values.map(({ name }) => name);
      return { id, kind, form, nested, usesSelf, names, start: node.span.start, end: node.span.end };
    }),
    classes: analysis?.classes.map(({ classId }) => classId),
    names: parsed.bindings.references
      .map(({ name, node, writes, binding }) => `${node.span.start} ${name} ${writes} ${binding && placeOf(binding)}`)
      .toSorted(),
    contexts: parsed.bindings.contextUses
      .map(({ name, node, owner }) => `${node.span.start} ${name} ${scopeOf(owner)}`)
      .toSorted(),
  };
}

function placeOf({ kind, scope }: Binding): string {
  return `${kind} in ${scopeOf(scope)}`;
}

function scopeOf({ kind, node }: Scope): string {
  return `${kind} ${node.type} ${node.span.start}`;
}
