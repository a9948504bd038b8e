/**
 * Builds in a process of its own. Jest gives the modules of a test a realm of their own, and the bundler takes no
 * values from there.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runInThisContext } from 'node:vm';
import { ownFile } from '../../compiler/own-code.ts';
import type { NestLocalBuilderOptions } from './local-builder.ts';
import { nestError } from './messages.ts';
import type { NestProject } from './options.ts';

const run = promisify(execFile);

/** Whether this module is in another realm than the process. */
export const isInOtherRealm = (): boolean => runInThisContext('Object') !== Object;

/** Writes the build for a test. @throws `nest_test_build_failed`, with the text of the build. */
export async function buildOutside({ rootDir, dirs, outDir, moduleType, distDir }: NestProject): Promise<void> {
  const options: NestLocalBuilderOptions = { workingDir: rootDir, dirs, outDir, moduleType, distDir };
  // Of the test runner, and not meant for its children.
  const { NODE_OPTIONS: _, ...env } = process.env;
  try {
    await run(process.execPath, [ownFile('integrations/nest/build-process'), JSON.stringify(options)], { env });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw nestError('nest_test_build_failed', { reason: stderr?.trim() || (error as Error).message }, error);
  }
}
