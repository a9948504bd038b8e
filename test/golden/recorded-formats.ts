/** The formats that are kept in `format-<n>/`, and what of them is the same whoever writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEvent } from '../../runtime/journal/events.ts';
import { sinceBase } from '../../runtime/journal/replay-base.ts';
import type { Recordings } from './play-golden.ts';

/** The folder of all formats. */
export const FOLDER = import.meta.dirname;

/** Their names, oldest first. */
export const formats = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.startsWith('format-'))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export const readFormat = (format: string): Recordings =>
  JSON.parse(readFileSync(join(FOLDER, format, 'journals.json'), 'utf8')) as Recordings;

/** The part of a journal that its run keeps. Older versions kept all of it. */
export const keptOf = (journal: readonly JournalEvent[]): JournalEvent[] =>
  sinceBase(journal, journal.findLast(({ type }) => type === 'run_continued')?.seq ?? 0);

/** The form of a journal without the parts that depend on the code that made it. Ids of runs are numbered. */
export function formatOf(recordings: Recordings): unknown {
  const runs = new Map<string, string>();
  const numberOf = (runId: string): string => {
    runs.set(runId, runs.get(runId) ?? `wrun_${runs.size}`);
    return runs.get(runId)!;
  };
  const text = JSON.stringify(recordings, (key, value) =>
    key === 'buildId' || key === 'callerBuildId'
      ? 'build'
      : key === 'journal'
        ? keptOf(value as JournalEvent[])
        : value,
  );
  return JSON.parse(text.replaceAll(/\\"stack\\",?:?\\"[^"]*\\"/g, 'stack').replaceAll(/wrun_[0-9A-Z]{26}/g, numberOf));
}
