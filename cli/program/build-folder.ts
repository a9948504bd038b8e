import { resolve } from 'node:path';
import { serverError } from '../../integrations/server/messages.ts';
import { DEFAULT_OUT_DIR } from '../../compiler/build/output-files.ts';
import { readRoot } from '../../integrations/server/options.ts';
import { holdsBuild } from '../../integrations/shared/load-build.ts';
import type { GivenArguments } from './command.ts';

/** Absolute path of the folder that holds the build of the project. @throws `server_build_missing`. */
export function readBuildFolder({ options }: GivenArguments): string {
  const outDir = resolve(readRoot(options.get('root')), options.get('out-dir') ?? DEFAULT_OUT_DIR);
  if (!holdsBuild(outDir)) throw serverError('server_build_missing', { outDir });
  return outDir;
}
