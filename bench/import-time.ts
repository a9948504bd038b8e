/** Measures the time that `import 'workflow/api'` adds to the start of a process. */
import { spawnSync } from 'node:child_process';
import { median } from './statistics.ts';

/**
 * Median over fresh processes, in milliseconds, less that of a process that imports nothing.
 * @param root The package's directory, built.
 * @throws when the import fails.
 */
export function measureImportMs({ root, samples }: { root: string; samples: number }): number {
  const times = Array.from({ length: samples }, () => ({
    bare: timeProcess('0', root),
    importing: timeProcess(`import 'workflow/api'`, root),
  }));
  return median(times.map((time) => time.importing)) - median(times.map((time) => time.bare));
}

function timeProcess(code: string, root: string): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: root });
  if (status !== 0) throw new Error(stderr.toString());
  return performance.now() - begun;
}
