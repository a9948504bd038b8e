/**
 * `npm run build`: brings the embedded scripts and `dist/` up to date with the sources. Does nothing when no source
 * has changed. It emits without checking types, which is what `npm run typecheck` is for.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeDashboardPage } from './dashboard-page.ts';
import { EMBEDDED, writeEmbeddedScripts } from './embedded-scripts.ts';
import { writePluginBundle } from './plugin-bundle.ts';
import { writePluginSchema } from './plugin-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** Lies in `dist/` and says from which sources that was made. */
const FINGERPRINT_FILE = '.fingerprint';
const INPUTS = [
  '{agent,cli,compiler,dashboard,integrations,runtime,ts-plugin}/**/*.ts',
  'dashboard/page/**/*.{tsx,css,html}',
  'scripts/{build,dashboard-page,embedded-scripts,plugin-bundle,plugin-schema}.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
  'package-lock.json',
];
const NO_INPUTS = ['**/*.test.ts', '**/*.generated.ts'];
const GENERATED = [...Object.values(EMBEDDED), 'dashboard/server/page-files.generated.ts'];
/** Other processes that build at the same time can get between the two moves. */
const SWAP_ATTEMPTS = 10;

/**
 * Brings the generated modules and `dist/` up to date. `dist/` is replaced as a whole: it is never seen half written.
 * @returns Whether there was anything to do.
 * @throws With the compiler's own words when a source cannot be compiled.
 */
export async function build(): Promise<boolean> {
  // Read first: a source that is edited during the build is newer than this, and the next build sees it.
  const fingerprint = fingerprintSources();
  if (fingerprint === readFingerprint()) return false;
  await writeEmbeddedScripts();
  await writeDashboardPage();
  const next = `${DIST}.${process.pid}`;
  try {
    await emit(next);
    await writePluginBundle(join(next, 'ts-plugin/index.cjs'));
    writePluginSchema(join(next, 'ts-plugin/tsconfig.schema.json'));
    writeScope(join(next, 'package.json'));
    writeFileSync(join(next, FINGERPRINT_FILE), fingerprint);
    swapIn(next);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  return true;
}

/** Names, sizes and times of all sources: also a file that is gone makes a difference. */
function fingerprintSources(): string {
  const files = globSync(INPUTS, { cwd: ROOT, exclude: NO_INPUTS }).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const stat = statSync(join(ROOT, file), { throwIfNoEntry: false });
    hash.update(`${file} ${stat?.size} ${stat?.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** `null` when something that a build makes is not there. */
function readFingerprint(): string | null {
  const isComplete = GENERATED.every((file) => statSync(join(ROOT, file), { throwIfNoEntry: false }));
  if (!isComplete) return null;
  try {
    return readFileSync(join(DIST, FINGERPRINT_FILE), 'utf8');
  } catch {
    return null;
  }
}

async function emit(outDir: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [TSC, '-p', 'tsconfig.build.json', '--noCheck', '--outDir', outDir], {
      cwd: ROOT,
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`The build failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * Node looks for the nearest `package.json` with each module that it loads, and reads it each time anew: with a small
 * one, importing `workflow/api` takes a quarter less time. It says what the package's own says of its modules.
 */
function writeScope(file: string): void {
  const { type, sideEffects } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(file, `${JSON.stringify({ type, sideEffects })}\n`);
}

/** Puts `next` in the place of `dist/`. A folder cannot be renamed onto a full one, so the old one moves away first. */
function swapIn(next: string): void {
  const previous = `${next}.old`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (statSync(DIST, { throwIfNoEntry: false })) renameSync(DIST, previous);
      renameSync(next, DIST);
      break;
    } catch (error) {
      if (attempt === SWAP_ATTEMPTS) throw error;
    } finally {
      rmSync(previous, { recursive: true, force: true });
    }
  }
}

if (import.meta.main) {
  const startedAt = performance.now();
  const isNew = await build();
  console.log(isNew ? `dist/ built in ${Math.round(performance.now() - startedAt)} ms` : 'dist/ is up to date');
}
