/**
 * What the plugin adds to the work of an editor: `node bench/editor/measure-speed.ts`, with `--files 50` for a smaller project. The
 * language service has checked each file before the plugin is asked, so that the time of TypeScript itself is not in its columns. What is
 * around zero is less than the noise.
 */
import { parseArgs } from 'node:util';
import { COMPILERS, Editor } from '../../test/ts-plugin/editor.ts';
import { median } from '../statistics.ts';
import { alignTable, roundForPeople } from '../table.ts';
import { type LargeProject, writeLargeProject } from './large-project.ts';

const EDITS = 20;
/** Of questions that cost next to nothing. */
const ROUNDS = 20;
const { values } = parseArgs({ options: { files: { type: 'string', default: '200' } } });

using project = writeLargeProject(Number(values.files));
const rows = [
  ['', 'TypeScript, ms/file', 'ours, ms/file', 'unchanged, ms/file', 'edit: TypeScript, ms', 'edit: ours, ms'],
];
for (const version of Object.keys(COMPILERS)) {
  const cells = measure(project, version).map(roundForPeople);
  rows.push([`TypeScript ${version}`, ...cells]);
}
console.log(alignTable(rows));

/** In the order of the columns; CPU, but for edits the time that somebody waits. */
function measure({ rootDir, paths, textOf }: LargeProject, version: string): number[] {
  const typescript = COMPILERS[version]!;
  const options = { lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'] };
  const files = new Map(paths.map((path, index) => [path, textOf(index)]));
  const editor = new Editor({ typescript, rootDir, files, options });
  const perFile = (ask: (path: string) => unknown, rounds = 1): number =>
    cpuOf(() => Array.from({ length: rounds }, () => paths.forEach((path) => ask(path)))) / paths.length / rounds;
  const askPlain = (path: string): unknown => [
    editor.plain.getSemanticDiagnostics(path),
    editor.plain.getSuggestionDiagnostics(path),
  ];
  const askPlugin = (path: string): unknown => [
    editor.service.getSemanticDiagnostics(path),
    editor.service.getSuggestionDiagnostics(path),
  ];
  const alone = perFile(askPlain);
  // The checker of a service keeps what it found, so a repeated question is what the answer alone costs.
  const again = perFile(askPlain, ROUNDS);
  const cold = perFile(askPlugin) - again;
  const unchanged = perFile(askPlugin, ROUNDS) - again;
  const edits = Array.from({ length: EDITS }, (_, edit) => {
    const index = (edit * 7) % paths.length;
    editor.edit(paths[index]!, textOf(index, edit + 1));
    const plain = timeOf(() => askPlain(paths[index]!));
    const repeated = timeOf(() => askPlain(paths[index]!));
    return { plain, ours: timeOf(() => askPlugin(paths[index]!)) - repeated };
  });
  if (editor.logged.length > 0) throw new Error(editor.logged.join('\n'));
  return [alone, cold, unchanged, median(edits.map(({ plain }) => plain)), median(edits.map(({ ours }) => ours))];
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
