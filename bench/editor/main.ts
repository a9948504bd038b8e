/**
 * Counts the mistakes that the editor plugins find: `node bench/editor/main.ts`; `--verbose` also lists their places.
 * The files in `planted/` hold mistakes, each in a line that ends with `// wrong`; what is said of lines with `// the
 * same mistake` does not count, and everything else is right. Ours and the plugin of the nearest peer look at them
 * through a real server of TypeScript, each with its own package, and a server without a plugin shows what TypeScript
 * says by itself.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from '../../scripts/build.ts';
import { installPeers } from '../peers.ts';
import { alignTable } from '../table.ts';
import { TsServer } from './tsserver.ts';

const ROOT = join(import.meta.dirname, '../..');
const PLANTED = join(import.meta.dirname, 'planted');
const PACKAGES = { ours: ROOT, peer: join(ROOT, 'bench/peers/node_modules/workflow') };
const COMPILERS = ['typescript-5', 'typescript-6'];
const WRONG = /\/\/ wrong$/;
const SAME = /\/\/ the same mistake$/;

interface Case {
  name: string;
  /** Folder of the package `workflow`. */
  packageDir: string;
  hasPlugin: boolean;
}

const CASES: readonly Case[] = [
  { name: 'TypeScript alone', packageDir: PACKAGES.ours, hasPlugin: false },
  { name: 'ours', packageDir: PACKAGES.ours, hasPlugin: true },
  { name: 'peer', packageDir: PACKAGES.peer, hasPlugin: true },
];

await build();
installPeers();
for (const compiler of COMPILERS) {
  const rows: string[][] = [['', 'found', 'missed', 'false alarms', 'ms, all files']];
  for (const editorCase of CASES) rows.push(await measure(editorCase, compiler));
  console.log(`\n${compiler.replace('-', ' ')}\n${alignTable(rows)}`);
}

async function measure({ name, packageDir, hasPlugin }: Case, compiler: string): Promise<string[]> {
  const rootDir = realpathSync(mkdtempSync(join(tmpdir(), 'workflow-editor-')));
  try {
    writeProject(rootDir, { packageDir, hasPlugin, compiler });
    const { found, missed, falseAlarms, elapsedMs } = await look(rootDir);
    if (process.argv.includes('--verbose')) console.log(`\n${name}`, { missed, falseAlarms });
    return [name, found.length, missed.length, falseAlarms.length, Math.round(elapsedMs)].map(String);
  } finally {
    rmSync(rootDir, { recursive: true, force: true });
  }
}

function writeProject(rootDir: string, options: { packageDir: string; hasPlugin: boolean; compiler: string }): void {
  const { packageDir, hasPlugin, compiler } = options;
  cpSync(PLANTED, rootDir, { recursive: true });
  mkdirSync(join(rootDir, 'node_modules/@types'), { recursive: true });
  if (packageDir === PACKAGES.ours) symlinkSync(packageDir, join(rootDir, 'node_modules/workflow'), 'junction');
  else copyPeer(rootDir);
  symlinkSync(join(ROOT, 'node_modules', compiler), join(rootDir, 'node_modules/typescript'), 'junction');
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(rootDir, 'node_modules/@types/node'), 'junction');
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    ...(hasPlugin && { plugins: [{ name: 'workflow' }] }),
  };
  writeFileSync(join(rootDir, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(rootDir, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['workflows', 'app'] }));
}

/** Its plugin asks for the TypeScript beside it, which must be the one that is measured: so it cannot be a link. */
function copyPeer(rootDir: string): void {
  const [from, to] = [dirname(PACKAGES.peer), join(rootDir, 'node_modules')];
  mkdirSync(join(to, '@workflow'));
  cpSync(PACKAGES.peer, join(to, 'workflow'), { recursive: true, dereference: true });
  for (const name of readdirSync(join(from, '@workflow'))) {
    const path = join('@workflow', name);
    if (name === 'typescript-plugin') cpSync(join(from, path), join(to, path), { recursive: true, dereference: true });
    else symlinkSync(join(from, path), join(to, path), 'junction');
  }
}

interface Outcome {
  /** Places of planted mistakes that something is said of, as `file:line`. */
  found: string[];
  missed: string[];
  falseAlarms: string[];
  elapsedMs: number;
}

async function look(rootDir: string): Promise<Outcome> {
  const server = new TsServer(join(rootDir, 'node_modules/typescript'), rootDir);
  const names = globSync('{workflows,app}/*.ts', { cwd: rootDir }).toSorted();
  const planted = new Set(names.flatMap((name) => linesWith(WRONG, rootDir, name)));
  const same = new Set(names.flatMap((name) => linesWith(SAME, rootDir, name)));
  for (const name of names) server.open(join(rootDir, name));
  const startedAt = performance.now();
  const told = new Map<string, string>();
  for (const name of names) {
    const diagnostics = await server.diagnostics(join(rootDir, name));
    for (const { start, text } of diagnostics) told.set(`${name}:${start.line}`, text);
  }
  const elapsedMs = performance.now() - startedAt;
  await server.close();
  return {
    found: [...planted].filter((place) => told.has(place)),
    missed: [...planted].filter((place) => !told.has(place)),
    falseAlarms: [...told.keys()]
      .filter((place) => !planted.has(place) && !same.has(place))
      .map((place) => `${place} ${told.get(place)}`),
    elapsedMs,
  };
}

function linesWith(mark: RegExp, rootDir: string, name: string): string[] {
  const lines = readFileSync(join(rootDir, name), 'utf8').split('\n');
  return lines.flatMap((line, index) => (mark.test(line) ? [`${name}:${index + 1}`] : []));
}
