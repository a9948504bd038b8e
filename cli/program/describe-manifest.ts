/** Counts the workflows and steps of a build, in words. */
import type { Manifest } from '../../runtime/contract/build.ts';

/** For example `1 workflow and 3 steps`. */
export function describeManifest({ workflows, steps }: Manifest): string {
  const count = (byFile: Record<string, object>, noun: string): string => {
    const total = Object.values(byFile).reduce((sum, names) => sum + Object.keys(names).length, 0);
    return `${total} ${noun}${total === 1 ? '' : 's'}`;
  };
  return `${count(workflows, 'workflow')} and ${count(steps, 'step')}`;
}
