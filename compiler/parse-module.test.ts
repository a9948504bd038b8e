import { expect, test } from 'vitest';
import { type Node, eachChild } from './ast.ts';
import { CompileFailure, createSourceFile } from './diagnostics.ts';
import { parseModule } from './parse-module.ts';

function parse(code: string, path = '/app/file.ts'): Node[] {
  return parseModule(createSourceFile({ path, name: 'file.ts', code }));
}

/** The source text of every name in a file. */
function namesIn(code: string): string[] {
  const names: string[] = [];
  function look(node: Node): void {
    if (node.type === 'Identifier') names.push(code.slice(node.span.start, node.span.end));
    eachChild(node, look);
  }
  parse(code).forEach(look);
  return names;
}

test.each([
  ['plain text', 'first; second(third)'],
  ['a byte order mark', '\uFEFFfirst; second'],
  ['characters of two, three and four bytes', '/* é */ first; "€"; second; `🎉${third}🎉`; größe'],
  ['a hashbang', '#!/usr/bin/env node\nfirst; second'],
  ['Windows line endings', 'first;\r\n// ü\r\nsecond\r\n'],
  ['a lone surrogate', 'first; "\ud800"; second'],
  ['a comment at the end', 'first // 🎉'],
])('places are right in a file with %s', (_, code) => {
  const expected = code.match(/first|second|third|größe/g)!;
  expect(namesIn(code)).toEqual(expected);
  // The parser counts on from file to file in some versions.
  expect(namesIn(code)).toEqual(expected);
});

test.each([
  ['/app/a.ts', 'const x = <string>value; enum E { A }'],
  ['/app/a.tsx', 'const x = <b>{value as string}</b>;'],
  ['/app/a.mts', 'import type { A } from "a"; abstract class B { declare c: A }'],
  ['/app/a.js', 'const x = <b />; using y = z; @dec export class A { accessor b = 1 }'],
  ['/app/a.jsx', 'export @dec class A {}'],
  ['/app/a.mjs', 'import data from "./data.json" with { type: "json" };'],
])('%s may hold what its extension says', (path, code) => {
  expect(parse(code, path).length).toBeGreaterThan(0);
});

test.each([
  ['const x = ;', 1, 11],
  ['ok();\n\tlet q q;', 2, 8],
  ['type Run = () => 1;', 1, 6],
  ['if (x {', 1, 7],
  ['const a = {', 1, 12],
  ['run(\n', 1, 5],
  ['if (x) {\n  run();\n', 2, 9],
  ['run();\nconst a = `one\ntwo', 2, 1],
])('a syntax error in %j is told at its line and column', (code, line, column) => {
  expect.assertions(2);
  try {
    parse(code, '/app/file.js');
  } catch (error) {
    const [diagnostic] = (error as CompileFailure).diagnostics;
    expect(error).toBeInstanceOf(CompileFailure);
    expect([diagnostic!.code, diagnostic!.line, diagnostic!.column]).toEqual(['compile_syntax_invalid', line, column]);
  }
});
