/** Planted mistakes and right programs, as the plugin and `workflow check` see them: all as one project, with types. */
import { expect, onTestFinished, test } from 'vitest';
import { analyzeFile, syntaxFindings } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { openProject } from '../../ts-plugin/analysis/hosts/open-project.ts';
import { openMarked } from '../ts-plugin/marked-project.ts';
import { COMPILERS } from '../ts-plugin/editor.ts';
import { PLANTED, type Said, toLines } from './planted-programs.ts';
import { writeTypedProject } from './typed-project.ts';

const ALL = Object.fromEntries(
  PLANTED.flatMap(({ files }, index) => Object.entries(files).map(([name, text]) => [`p${index}/${name}`, text])),
);

/** One line for each program that differs. */
function compare(said: readonly Said[], covers: (file: string) => boolean): { found: string[]; expected: string[] } {
  const byProgram = Map.groupBy(said, ({ file }) => file.slice(0, file.indexOf('/')));
  const found: string[] = [];
  const expected: string[] = [];
  for (const [index, program] of PLANTED.entries()) {
    const ofProgram = (byProgram.get(`p${index}`) ?? []).map((one) => ({
      ...one,
      file: one.file.slice(one.file.indexOf('/') + 1),
    }));
    found.push(`${program.name}: ${toLines(ofProgram, program).join(', ')}`);
    expected.push(
      `${program.name}: ${program.expected.filter((line) => covers(line.slice(0, line.indexOf(':')))).join(', ')}`,
    );
  }
  return { found, expected };
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

test('workflow check finds them', async () => {
  const written = writeTypedProject(ALL, '7.0');
  onTestFinished(() => written[Symbol.dispose]());
  const opened = await openProject({ rootDir: written.rootDir, tsconfig: 'tsconfig.json' });
  onTestFinished(() => opened.close());
  const { project, settings } = opened;
  const said = project.paths().flatMap((path) =>
    [...syntaxFindings(project, path), ...analyzeFile(project, path, settings)].map(({ span, code, severity }) => {
      const file = path.slice(written.rootDir.length + 1);
      return { file, line: lineOf(ALL[file]!, span.start), code, severity };
    }),
  );
  const { found, expected } = compare(said, () => true);
  expect(found).toEqual(expected);
});

test('the plugin finds them', () => {
  // Only the editor of a component framework shows components to a plugin.
  const names = Object.keys(ALL).filter((name) => isSource(name));
  const [typescript] = Object.values(COMPILERS);
  const files = Object.fromEntries(names.map((name) => [name, ALL[name]!]));
  using project = openMarked(files, { typescript: typescript! });
  const { service } = project.editor;
  const said = names.flatMap((file) => {
    const path = project.path(file);
    const shown = [...service.getSemanticDiagnostics(path), ...service.getSuggestionDiagnostics(path)];
    return shown
      .filter(({ source }) => source === 'workflow')
      .map(({ start, category, messageText }) => ({
        file,
        line: lineOf(ALL[file]!, start!),
        code: /\[(\w+)\]$/.exec(messageText as string)![1]!,
        severity: ['warning', 'error', 'hint'][category]!,
      }));
  });
  const { found, expected } = compare(said, isSource);
  expect(found).toEqual(expected);
});

const isSource = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name);
