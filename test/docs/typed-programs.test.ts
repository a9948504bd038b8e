/** The programs that documents show, checked by TypeScript against the types of the package. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from '../../scripts/build.ts';
import { ROOT } from '../style/source-files.ts';
import { DOCUMENTS, isPublished } from './documents.ts';
import { codeBlocksOf, type CodeBlock } from './markdown.ts';

const PROGRAM = /^(?:tsx?|m?js)$/;
/** The first line of a block that is a whole file. */
const FILE_NAME = /^\/\/ ([\w@./+[\]-]+\.[cm]?[jt]sx?)\b/;
/** `docs/api/12.ts(3,4): error TS2304: Cannot find name 'order'.` */
const PROBLEM = /^(.+?)\((\d+),\d+\): error TS(\d+): (.*)$/gm;
const NAME_UNKNOWN = new Set(['2304', '2552', '18004']);
const MODULE_UNKNOWN = '2307';
/** A part of a file may leave its surroundings out. */
const FORGIVEN_IN_PARTS = new Set([...NAME_UNKNOWN, MODULE_UNKNOWN]);
/** JavaScript has no way to say what a promise resolves to, but in a comment. */
const PROMISE_OF_NOTHING = '2810';
/** Names that hosts give to each file of theirs. */
const GIVEN_BY_HOSTS = 'declare const defineNuxtConfig: any, defineEventHandler: any, readBody: any;';
/** Files of the reader's application, by document. */
const READERS_FILES: Record<string, Record<string, string>> = {
  'docs/agent-chat.md': { 'workflows/refund.ts': 'export declare const refund: import("ai").Tool;' },
  'docs/agent.md': { 'shop.ts': 'export declare const orders: { find(id: string): Promise<object> };' },
  'docs/frameworks/react-router.md': { 'build/server/index.js': 'export {};' },
  'docs/frameworks/nest.md': {
    'parts/orders/orders.service.ts': 'export declare class OrdersService { charge(id: string): Promise<void> }',
  },
};
/** Programs for another version than the one here. A test compares them with applications that run. */
const OF_OTHER_VERSIONS = /from 'h3'/;

interface Program {
  /** Of the document, with the line of the block. */
  place: string;
  isWholeFile: boolean;
  isTyped: boolean;
}

/** By path in the project that is checked. */
const programs = new Map<string, Program>();
let problems: { program: Program; code: string; text: string }[];
let dir: string;

beforeAll(async () => {
  await build();
  dir = mkdtempSync(join(tmpdir(), 'workflow-docs-'));
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  // The pages of errors show mistakes as well.
  const documents = DOCUMENTS.filter(({ file }) => isPublished(file) && !file.startsWith('docs/errors/'));
  for (const { file, text } of documents) writePrograms(file, text);
  write('given-by-hosts.d.ts', GIVEN_BY_HOSTS);
  write('tsconfig.json', JSON.stringify({ compilerOptions: compilerOptions(), include: ['**/*'] }));
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir, '--pretty', 'false'],
    { cwd: dir, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  problems = [...stdout.matchAll(PROBLEM)].map(([line, path, , code, text]) => {
    const program = programs.get(path!);
    if (!program) throw new Error(`Not in a program of a document: ${line}`);
    return { program, code: code!, text: text! };
  });
  problems = problems.filter(({ program, code }) => program.isTyped || code !== PROMISE_OF_NOTHING);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('whole files are complete: each name is declared, each file of the same page is there', () => {
  const broken = problems.filter(({ program, ...problem }) => program.isWholeFile && !isForeignPackage(problem));
  expect(broken.map(describe)).toEqual([]);
  expect([...programs.values()].filter(({ isWholeFile }) => isWholeFile).length).toBeGreaterThan(30);
});

test('parts of files use the package as its types allow', () => {
  const broken = problems.filter(({ program, code }) => !program.isWholeFile && !FORGIVEN_IN_PARTS.has(code));
  expect(broken.map(describe)).toEqual([]);
  expect(programs.size).toBeGreaterThan(80);
});

const describe = ({ program, text }: (typeof problems)[number]): string => `${program.place} ${text}`;

/** Packages that are not installed here. */
const isForeignPackage = ({ code, text }: { code: string; text: string }): boolean =>
  code === MODULE_UNKNOWN && /^Cannot find module '(?!\.|workflow\b)/.test(text);

/** Files of a page lie together. A later form of a file, and each part, lies in a folder of its own. */
function writePrograms(file: string, text: string): void {
  const page = file.replace(/\.md$/, '');
  for (const [path, content] of Object.entries(READERS_FILES[file] ?? {})) write(join(page, path), content);
  for (const block of codeBlocksOf(text)) {
    if (!PROGRAM.test(block.language) || OF_OTHER_VERSIONS.test(block.text)) continue;
    const name = FILE_NAME.exec(block.text)?.[1];
    const path = join(page, name ?? `parts/${block.line}/part.${block.language}`);
    const free = programs.has(path) ? join(page, `later-${block.line}`, name!) : path;
    programs.set(free, {
      place: `${file}:${block.line}`,
      isWholeFile: name !== undefined,
      isTyped: block.language.startsWith('ts'),
    });
    write(free, toModule(block));
  }
}

/** A part without imports is no script, whose names would be everybody's. */
const toModule = ({ text }: CodeBlock): string => (/^(?:import|export)\b/m.test(text) ? text : `${text}\nexport {};\n`);

function write(path: string, content: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), content);
}

/** As strict as projects of readers are. */
function compilerOptions(): object {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, { types?: string }>;
  };
  const typed = Object.entries(exports).flatMap(([entry, { types }]) =>
    types === undefined ? [] : [[entry.replace('.', 'workflow'), [join(ROOT, types)]] as const],
  );
  return {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    strict: true,
    // A name that is not declared here has no type.
    noImplicitAny: false,
    skipLibCheck: true,
    noEmit: true,
    jsx: 'react-jsx',
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    paths: Object.fromEntries(typed),
  };
}
