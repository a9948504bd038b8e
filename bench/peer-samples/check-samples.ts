/** Type-checks programs in a project of their own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PeerSample } from './read-peer-samples.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** A complaint of TypeScript about a program, with its line in the program, from 1. */
export interface TypeProblem {
  line: number;
  code: string;
  text: string;
}

const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  types: ['node'],
};

/**
 * The problems of each program, in their order.
 * @param packages Names of packages and the folders that they are in.
 */
export function checkSamples(
  samples: readonly Pick<PeerSample, 'code' | 'isJsx'>[],
  packages: ReadonlyMap<string, string>,
): TypeProblem[][] {
  const dir = mkdtempSync(join(tmpdir(), 'peer-samples-'));
  try {
    linkPackages(dir, packages);
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts', '*.tsx'] }));
    samples.forEach(({ code, isJsx }, index) => writeFileSync(join(dir, `${index}.${isJsx ? 'tsx' : 'ts'}`), code));
    const { stdout } = spawnSync(process.execPath, [TSC, '-p', dir, '--pretty', 'false'], {
      cwd: dir,
      encoding: 'utf8',
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return problemsIn(stdout, samples.length);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function linkPackages(dir: string, packages: ReadonlyMap<string, string>): void {
  for (const [name, folder] of packages) {
    const link = join(dir, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folder, link, 'dir');
  }
}

function problemsIn(output: string, count: number): TypeProblem[][] {
  const problems = Array.from({ length: count }, (): TypeProblem[] => []);
  for (const [, index, line, code, text] of output.matchAll(/^(\d+)\.tsx?\((\d+),\d+\): error (TS\d+): (.*)$/gm)) {
    problems[Number(index)]!.push({ line: Number(line), code: code!, text: text! });
  }
  return problems;
}

/** The packages in a `node_modules` folder, by their names. */
export function packagesIn(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  const all = names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return new Map(all.map((name) => [name, join(folder, name)]));
}
