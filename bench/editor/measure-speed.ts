/**
 * Measures the work that the plugin adds to an editor's: `node bench/editor/measure-speed.ts`, with `--files 50` for a
 * smaller project. Each version of TypeScript has a process of its own, so each pays for compiling our code, as an
 * editor does that was just started: `--version 6` measures one in this process. Values around zero are noise.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { COMPILERS } from '../../test/ts-plugin/editor.ts';
import { alignTable, roundForPeople } from '../table.ts';
import { writeLargeProject } from './large-project.ts';
import { type Speed, measureSpeed } from './plugin-speed.ts';

const { values } = parseArgs({ options: { files: { type: 'string', default: '200' }, version: { type: 'string' } } });

if (values.version === undefined) printTable();
else printSpeed(values.version);

function printTable(): void {
  const heading = [
    '',
    'TypeScript, ms/file',
    'ours, ms/file',
    'on the main thread',
    'unchanged, ms/file',
    'edit: TypeScript, ms',
    'edit: ours, ms',
  ];
  const rows = Object.keys(COMPILERS).map((version) => {
    const { typescript, ours, oursOnMainThread, unchanged, editOfTypeScript, editOfOurs } = measureApart(version);
    const cells = [typescript, ours, oursOnMainThread, unchanged, editOfTypeScript, editOfOurs];
    return [`TypeScript ${version}`, ...cells.map(roundForPeople)];
  });
  console.log(alignTable([heading, ...rows]));
  console.log('The start of the plugin, which compiles its code, is part of "ours" in every row.');
}

function measureApart(version: string): Speed {
  const args = [import.meta.filename, '--files', values.files, '--version', version];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Speed;
}

function printSpeed(version: string): void {
  using project = writeLargeProject(Number(values.files));
  console.log(JSON.stringify(measureSpeed(project, version)));
}
