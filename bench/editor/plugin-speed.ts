/** The work that the plugin adds to that of an editor. */
import { COMPILERS, Editor } from '../../test/ts-plugin/editor.ts';
import { median } from '../statistics.ts';
import type { LargeProject } from './large-project.ts';

const EDITS = 20;
/** Of questions that cost next to nothing. */
const ROUNDS = 20;

/** Milliseconds; CPU, but for edits the time that somebody waits. */
export interface Speed {
  /** For each file, without and with the plugin; what the first look costs more. */
  typescript: number;
  ours: number;
  /**
   * The part of {@link Speed.ours} that an editor waits for. V8 compiles hot code and collects garbage on other
   * threads.
   */
  oursOnMainThread: number;
  /** For each file that has not changed since. */
  unchanged: number;
  /** For each edit. */
  editOfTypeScript: number;
  editOfOurs: number;
}

/** The language service has checked each file before the plugin is asked, so that its own time is not in ours. */
export function measureSpeed({ rootDir, paths, textOf }: LargeProject, version: string): Speed {
  const options = { lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'] };
  const files = new Map(paths.map((path, index) => [path, textOf(index)]));
  const editor = new Editor({ typescript: COMPILERS[version]!, rootDir, files, options });
  const perFile = (ask: (path: string) => unknown, rounds = 1): Cpu => {
    const { all, mainThread } = cpuOf(() => Array.from({ length: rounds }, () => paths.forEach((path) => ask(path))));
    const asked = paths.length * rounds;
    return { all: all / asked, mainThread: mainThread / asked };
  };
  const askPlain = (path: string): unknown => [
    editor.plain.getSemanticDiagnostics(path),
    editor.plain.getSuggestionDiagnostics(path),
  ];
  const askPlugin = (path: string): unknown => [
    editor.service.getSemanticDiagnostics(path),
    editor.service.getSuggestionDiagnostics(path),
  ];
  const typescript = perFile(askPlain);
  // The checker of a service keeps what it found, so a repeated question is what the answer alone costs.
  const again = perFile(askPlain, ROUNDS);
  const ours = perFile(askPlugin);
  const unchanged = perFile(askPlugin, ROUNDS);
  const edits = Array.from({ length: EDITS }, (_, edit) => {
    const index = (edit * 7) % paths.length;
    editor.edit(paths[index]!, textOf(index, edit + 1));
    const plain = timeOf(() => askPlain(paths[index]!));
    const repeated = timeOf(() => askPlain(paths[index]!));
    return { plain, ours: timeOf(() => askPlugin(paths[index]!)) - repeated };
  });
  if (editor.logged.length > 0) throw new Error(editor.logged.join('\n'));
  return {
    typescript: typescript.all,
    ours: ours.all - again.all,
    oursOnMainThread: ours.mainThread - again.mainThread,
    unchanged: unchanged.all - again.all,
    editOfTypeScript: median(edits.map((edit) => edit.plain)),
    editOfOurs: median(edits.map((edit) => edit.ours)),
  };
}

/** Milliseconds, of all threads and of this one. */
interface Cpu {
  all: number;
  mainThread: number;
}

function cpuOf(work: () => void): Cpu {
  const [before, beforeHere] = [process.cpuUsage(), process.threadCpuUsage()];
  work();
  return { all: toMs(process.cpuUsage(before)), mainThread: toMs(process.threadCpuUsage(beforeHere)) };
}

const toMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
