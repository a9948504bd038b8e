/** ARCHITECTURE.md says which folder may import which; this keeps it true. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['agent', 'cli', 'compiler', 'dashboard', 'integrations', 'runtime', 'ts-plugin'];

/** The folders that each folder may import besides itself. A folder that is not listed fails the test. */
const MAY_IMPORT: Record<string, string[]> = {
  compiler: ['runtime/contract'],
  'runtime/contract': [],
  'runtime/stacks': ['runtime/contract'],
  'runtime/journal': ['runtime/contract'],
  'runtime/values': ['runtime/contract', 'runtime/journal'],
  'runtime/sandbox': ['runtime/contract', 'runtime/journal', 'runtime/values'],
  'runtime/replay': ['runtime/contract', 'runtime/journal', 'runtime/values', 'runtime/sandbox', 'runtime/stacks'],
  'runtime/world': ['runtime/contract', 'runtime/journal'],
  'runtime/host-values': ['runtime/contract', 'runtime/journal', 'runtime/values', 'runtime/stacks'],
  'runtime/steps': ['runtime/contract', 'runtime/journal', 'runtime/values', 'runtime/host-values', 'runtime/world'],
  'runtime/engine': [
    'runtime/contract',
    'runtime/journal',
    'runtime/values',
    'runtime/replay',
    'runtime/world',
    'runtime/host-values',
    'runtime/steps',
  ],
  'runtime/worker': ['runtime/contract', 'runtime/engine', 'runtime/world'],
  'runtime/observe': [
    'runtime/contract',
    'runtime/journal',
    'runtime/values',
    'runtime/host-values',
    'runtime/world',
    'runtime/engine',
  ],
  'runtime/telemetry': ['runtime/contract', 'runtime/observe'],
  'runtime/api': [
    'runtime/contract',
    'runtime/journal',
    'runtime/values',
    'runtime/host-values',
    'runtime/steps',
    'runtime/engine',
    'runtime/worker',
    'runtime/world',
    'runtime/observe',
    'runtime/telemetry',
  ],
  'runtime/operations': [
    'runtime/contract',
    'runtime/journal',
    'runtime/values',
    'runtime/host-values',
    'runtime/world',
    'runtime/observe',
    'runtime/api',
  ],
  'runtime/http': [
    'runtime/contract',
    'runtime/journal',
    'runtime/values',
    'runtime/host-values',
    'runtime/engine',
    'runtime/api',
    'runtime/operations',
  ],
  'runtime/entries': [
    'runtime/contract',
    'runtime/journal',
    'runtime/values',
    'runtime/sandbox',
    'runtime/replay',
    'runtime/stacks',
    'runtime/host-values',
    'runtime/steps',
    'runtime/engine',
    'runtime/world',
    'runtime/observe',
    'runtime/telemetry',
    'runtime/api',
    'runtime/operations',
    'runtime/http',
  ],
  'ts-plugin/analysis': ['agent', 'compiler', 'runtime/contract', 'runtime/values'],
  'ts-plugin/tree': ['compiler', 'ts-plugin/analysis'],
  'ts-plugin/plugin': ['compiler', 'runtime/contract', 'ts-plugin/analysis', 'ts-plugin/tree'],
  'ts-plugin/language-server': ['compiler', 'integrations', 'runtime/contract', 'ts-plugin/analysis'],
  'ts-plugin/eslint': ['compiler', 'integrations', 'runtime/contract', 'ts-plugin/analysis'],
  'dashboard/server': ['runtime/contract', 'runtime/entries'],
  'dashboard/entries': ['dashboard/server', 'runtime/contract', 'runtime/entries'],
  // Nothing but types: it runs in browsers.
  'dashboard/page': ['runtime/contract', 'runtime/journal', 'runtime/operations'],
  integrations: ['compiler', 'dashboard/server', 'runtime/contract', 'runtime/entries', 'ts-plugin/analysis'],
  agent: ['runtime/contract', 'runtime/entries', 'runtime/values'],
  // Beside the catalogues that they explain, in whichever folder that is.
  explanations: [
    'agent',
    'cli',
    'compiler',
    'dashboard/server',
    'integrations',
    'runtime/contract',
    'runtime/values',
    'runtime/sandbox',
    'runtime/world',
    'ts-plugin/analysis',
  ],
  cli: [
    'compiler',
    'dashboard/server',
    'explanations',
    'integrations',
    'runtime/contract',
    'runtime/entries',
    'runtime/http',
    'ts-plugin/analysis',
    'ts-plugin/language-server',
  ],
};

/**
 * The folders beside it that each folder of ts-plugin/analysis and cli may import. A check goes from the command to a
 * project, its files, the rules and their findings, and never back. `.` stands for the files beside the folders.
 */
const MAY_IMPORT_INSIDE: Record<string, Record<string, string[]>> = {
  'ts-plugin/analysis': {
    /** The files of a project, and the tool that reads them: an editor, a language server or the command line. */
    project: [],
    /** Facts about the code of a file: calls, names, values, and the places that run it. */
    code: ['project'],
    /** The code that workflows reach, in all files. */
    reach: ['project', 'code'],
    /** The form of a rule and of its findings. */
    findings: ['project', 'code'],
    /** The edits of quick fixes and refactors. */
    edits: ['project', 'code', 'findings'],
    rules: ['project', 'code', 'reach', 'findings', 'edits'],
    settings: ['findings', 'rules'],
    /** Runs all rules on one file, and removes findings that are suppressed or switched off. */
    check: ['project', 'code', 'reach', 'findings', 'rules', 'settings'],
    hover: ['project', 'code'],
    completions: ['project', 'code', 'findings', 'rules'],
    refactors: ['project', 'code', 'findings', 'edits'],
    /** A project on disk, with the types of the TypeScript that it has installed. */
    hosts: ['project', 'settings'],
  },
  'ts-plugin/analysis/rules': {
    agents: ['functions'],
    calls: [],
    data: [],
    directives: [],
    functions: [],
    project: [],
    sandbox: [],
    // The list of all groups.
    '.': ['agents', 'calls', 'data', 'directives', 'functions', 'project', 'sandbox'],
  },
  cli: {
    program: [],
    backup: ['program'],
    build: ['program'],
    check: ['program', 'explain'],
    compare: ['program'],
    completion: ['program'],
    control: ['program'],
    doctor: ['program', 'init'],
    explain: ['program', 'explanations'],
    explanations: ['program', 'doctor'],
    graph: ['program'],
    init: ['program'],
    lsp: ['program'],
    migrate: ['program'],
    moving: ['program'],
    reencrypt: ['program'],
    runs: ['program'],
    store: ['program'],
    web: ['program'],
    worker: ['program'],
    '.': [
      'program',
      'backup',
      'build',
      'check',
      'compare',
      'completion',
      'control',
      'doctor',
      'explain',
      'graph',
      'init',
      'lsp',
      'migrate',
      'moving',
      'reencrypt',
      'runs',
      'store',
      'web',
      'worker',
    ],
  },
};

/** Folders whose code runs inside the workflow realm, or must be able to. */
const WITHOUT_NODE = ['runtime/contract', 'runtime/journal', 'runtime/values', 'runtime/sandbox'];

interface SourceFile {
  file: string;
  folder: string;
  text: string;
  imports: string[];
}

const files: SourceFile[] = globSync(`{${FOLDERS.join(',')}}/**/*.ts`, { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.generated.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return { file, folder: folderOf(file), text, imports: importsOf(text) };
  });

function folderOf(file: string): string {
  const [first, second] = file.split('/');
  if (second === 'explanations') return 'explanations';
  return ['dashboard', 'runtime', 'ts-plugin'].includes(first!) ? `${first}/${second}` : first!;
}

/** The folder directly below a parent that a file is in; `.` for a file of the parent itself. */
function partOf(parent: string, file: string): string {
  const [folder, rest] = file.slice(parent.length + 1).split('/');
  return rest === undefined ? '.' : folder!;
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s[^;]*?\sfrom '([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...statements].map((match) => match[1] ?? match[2]!);
}

describe('the source', () => {
  it('has files in all folders that have a rule', () => {
    expect([...new Set(files.map(({ folder }) => folder))].toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted());
  });

  it('imports one way', () => {
    const wrong = files.flatMap(({ file, folder, imports }) =>
      imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => folderOf(posix.join(posix.dirname(file), specifier)))
        .filter((target) => target !== folder && !MAY_IMPORT[folder]?.includes(target))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(MAY_IMPORT_INSIDE))('imports one way inside %s', (parent, mayImport) => {
    const own = files.filter(({ file }) => file.startsWith(`${parent}/`));
    expect([...new Set(own.map(({ file }) => partOf(parent, file)))].toSorted()).toEqual(
      Object.keys(mayImport).toSorted(),
    );
    const wrong = own.flatMap(({ file, imports }) =>
      imports
        .map((specifier) => posix.join(posix.dirname(file), specifier))
        .filter((target) => target.startsWith(`${parent}/`))
        .map((target) => ({ part: partOf(parent, file), target }))
        .filter(
          ({ part, target }) => part !== partOf(parent, target) && !mayImport[part]?.includes(partOf(parent, target)),
        )
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('touches Node nowhere that workflow code may run', () => {
    const wrong = files
      .filter(({ folder }) => WITHOUT_NODE.includes(folder))
      .flatMap(({ file, imports }) => imports.filter((specifier) => specifier.startsWith('node:')).map(() => file));
    expect(wrong).toEqual([]);
  });

  it('reads the environment in one file of the runtime', () => {
    const readers = files
      .filter(({ file, text }) => file.startsWith('runtime/') && /process\.env|['"]node:process['"]/.test(text))
      .map(({ file }) => file);
    expect(readers).toEqual(['runtime/api/settings.ts']);
  });
});
