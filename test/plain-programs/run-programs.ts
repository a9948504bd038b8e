/** Runs programs of one project as `workflow compare` does: as plain code, live and replaying. */
import { compareCalls, type ComparedCall } from '../../cli/compare/compare-calls.ts';
import type { Manifest } from '../../runtime/contract/build.ts';
import { createTempProject } from '../compiler-build/temp-project.ts';
import type { Program } from './set-up-places.ts';

/** The programs in all ways, in their order. */
export interface Outcomes {
  comparisons: ComparedCall[];
  leftOut: Manifest['leftOut'];
  /** Absolute path of their project. */
  dir: string;
}

/** Runs all programs in all ways. */
export async function compareAll(programs: readonly Program[]): Promise<Outcomes> {
  const files = programs.flatMap((program, index) =>
    Object.entries(program.files).map(([name, code]) => [`programs/p${index}/${name}`, code] as const),
  );
  const { dir, path } = await createTempProject(Object.fromEntries(files));
  const folders = { rootDir: dir, dirs: [path('programs')], outDir: path('.workflow') };
  let leftOut: Outcomes['leftOut'];
  const comparisons = await compareCalls(folders, (manifest) => {
    ({ leftOut } = manifest);
    return programs.map((_, index) => ({
      workflowId: `workflow//./programs/p${index}/flow//flow`,
      args: [],
      payloads: [],
    }));
  });
  return { comparisons, leftOut, dir };
}
