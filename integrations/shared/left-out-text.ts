/** Says in words which code a build leaves out of workflows. */
import type { Manifest } from '../../runtime/contract/build.ts';

/** More files are only counted. */
const FILES_MAX = 10;

/** A line for each file; `null` when nothing is left out. */
export function leftOutText({ leftOut = {} }: Manifest): string | null {
  const files = Object.entries(leftOut);
  if (files.length === 0) return null;
  const lines = files.slice(0, FILES_MAX).map(([file, places]) => `  ${file}: ${describePlaces(places)}`);
  const more = files.length - lines.length;
  const rest = more > 0 ? [`  and ${more} more ${more === 1 ? 'file' : 'files'}: see "leftOut" in manifest.json`] : [];
  return ['Left out of workflows, because it cannot run there:', ...lines, ...rest].join('\n');
}

/** `lines 3, 4 (it needs "node:http"), line 5 (it uses "process")`. */
function describePlaces(places: readonly { line: number; reason: string }[]): string {
  const byReason = Map.groupBy(places, ({ reason }) => reason);
  return Array.from(byReason, ([reason, same]) => {
    const lines = [...new Set(same.map(({ line }) => line))];
    return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')} (${reason})`;
  }).join(', ');
}
