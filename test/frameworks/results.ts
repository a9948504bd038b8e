/** Measurements of the framework tests, for the table of `npm run test:frameworks`. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Set by the command for its test processes. */
const resultsDir = (): string => process.env['FRAMEWORK_RESULTS'] ?? join(tmpdir(), 'workflow-framework-results');

export interface FrameworkResult {
  buildMs?: number;
  outputBytes?: number;
  /** From the start of the process to its first answer. */
  coldStartMs?: number;
  /** From the edit of a workflow to its first use. */
  editMs?: number;
  /** From SIGTERM to the end of the process while visitors use it: the longest. */
  endMs?: number;
  /** Requests that visitors made while servers were replaced. All of them were answered. */
  requests?: number;
}

/** Adds measurements to those of a framework. */
export async function recordResult(framework: string, figures: FrameworkResult): Promise<void> {
  const dir = resultsDir();
  await mkdir(dir, { recursive: true });
  const file = join(dir, `${framework.replaceAll(/\W+/g, '-')}.json`);
  const known = await readFile(file, 'utf8').catch(() => '{}');
  await writeFile(file, JSON.stringify({ ...(JSON.parse(known) as object), framework, ...figures }));
}

/** All measurements, by framework. */
export async function readResults(): Promise<(FrameworkResult & { framework: string })[]> {
  const dir = resultsDir();
  const files = await readdir(dir).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  return texts.map((text) => JSON.parse(text) as FrameworkResult & { framework: string });
}

/** Total size of these files and directories, in bytes. */
export async function sizeOf(paths: string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path);
      if (!found.isDirectory()) return found.size;
      return await sizeOf((await readdir(path)).map((name) => join(path, name)));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
