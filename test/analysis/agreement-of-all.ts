/** Holds what the editor and `workflow check` say of refused programs against what the build says. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CompileFailure, createSourceFile } from '../../compiler/diagnostics.ts';
import { analyzeFile, syntaxFindings } from '../../ts-plugin/analysis/check/analyze-file.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { builderOf } from '../compiler-build/project-builder.ts';
import { type TempProject, createTempProject } from '../compiler-build/temp-project.ts';
import { Editor as LanguageClient } from '../lsp/editor.ts';
import { COMPILERS, Editor } from '../ts-plugin/editor.ts';
import type { RefusedCode } from './agreement-cases.ts';
import { checkProject } from './checked-project.ts';

/** Only a bundler, or TypeScript itself, can tell this of a text. */
const OF_BUILDS =
  /\[compile_(?:import_unresolved|bundle_failed|tsconfig_unreadable|package_unsuited|step_file|code_left_out|setup_missing|module_throws|name_early|node_newer)\]$/;

async function buildSays(project: TempProject): Promise<string[]> {
  const said = await builderOf(project)
    .build()
    .then(({ warnings }) => warnings)
    .catch((error: unknown) => {
      if (error instanceof CompileFailure) return error.diagnostics;
      throw error;
    });
  return linesOf(
    project,
    said.map((one) => ({ ...one, start: one.index })),
  );
}

async function checkSays(project: TempProject): Promise<string[]> {
  return ofFindings(project, (await checkProject(project.dir, { showsHints: true })).findings);
}

/** The findings in a text that was never built. */
function textSays(project: TempProject, names: readonly string[]): string[] {
  const paths = names.map(project.path);
  const analyzed = new Project(new DiskHost({ rootDir: project.dir, files: () => paths }));
  return ofFindings(
    project,
    paths.flatMap((path) => [...syntaxFindings(analyzed, path), ...analyzeFile(analyzed, path)]),
  );
}

/** The diagnostics of the plugin, before a build in the background. TypeScript reports syntax errors itself. */
function pluginSays(project: TempProject, names: readonly string[]): string[] {
  const paths = names.map(project.path);
  const files = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const [typescript] = Object.values(COMPILERS);
  const { service } = new Editor({ typescript: typescript!, rootDir: project.dir, files });
  const said = paths.flatMap((path) =>
    service.getSemanticDiagnostics(path).filter(({ source }) => source === 'workflow'),
  );
  return linesOf(
    project,
    said.flatMap(({ file, start, category, messageText }) => {
      const message = messageText as string;
      if (!OF_COMPILER.test(message)) return [];
      return [{ file: file!.fileName, start: start!, severity: ['warning', 'error'][category]!, message }];
    }),
  );
}

/** The diagnostics of the language server, when a build in the background has ended. */
async function serverSays(project: TempProject, names: readonly string[]): Promise<string[]> {
  const said: Parameters<typeof linesOf>[1][number][] = [];
  for (const name of names) {
    const path = project.path(name);
    const code = readFileSync(path, 'utf8');
    const source = createSourceFile({ path, name, code });
    await server.open(path, code);
    for (const { range, severity, message } of await server.pull(path)) {
      const { line, character } = range.start;
      const start = source.positions.indexAt({ line: line + 1, column: character });
      const text = message as string;
      if (OF_COMPILER.test(text))
        said.push({ file: path, start, severity: ['', 'error', 'warning', '', 'hint'][severity!]!, message: text });
    }
  }
  return linesOf(project, said);
}

const OF_COMPILER = /\[compile_\w+\]$/;
const OF_SYNTAX = /\[compile_syntax_invalid\]$/;

const ofFindings = (project: TempProject, findings: readonly Finding[]): string[] =>
  linesOf(
    project,
    findings.map((one) => ({ ...one, start: one.span.start })).filter(({ code }) => code.startsWith('compile_')),
  );

/** The build names all that is used of a module at once, and the line of the other file. */
function linesOf(
  { dir }: TempProject,
  said: readonly { file: string; message: string; severity: string; start: number }[],
): string[] {
  const lines = said.map(
    ({ file, message, severity, start }) =>
      `${file.slice(dir.length + 1)} ${start} ${severity} ${message.replace(/ uses .* of "/, ' uses "')}`,
  );
  return [...new Set(lines)].toSorted();
}

/**
 * A build stops before the bundle when files are wrong by themselves, shows no warnings beside errors of a file, and
 * names an id at the second of its owners.
 */
function comparable(lines: readonly string[], said: readonly string[]): string[] {
  const hasBundle = said.every((line) => OF_BUNDLE.test(line) || OF_BUILDS.test(line));
  const isLater = (line: string): boolean => !hasBundle && OF_BUNDLE.test(line);
  const isOtherOwner = (line: string): boolean => OF_IDS.test(line) && said.some((one) => OF_IDS.test(one));
  return lines.filter((line) => said.includes(line) || !(isLater(line) || isOtherOwner(line)));
}

const OF_BUNDLE = /\[(?:compile_(?:builtin|global)_reached|compile_await_toplevel|compile_import_meta)\]$/;
const OF_IDS = /\[compile_id_duplicate\]$/;

let server: LanguageClient;

/** Tests of programs that the build refuses. */
export function testAgreement(programs: readonly RefusedCode[]): void {
  beforeAll(async () => {
    server = new LanguageClient(tmpdir());
    await server.initialize(tmpdir(), { textDocument: { diagnostic: {} } });
  });
  afterAll(() => server.close());

  describe.each(programs)('%s', (_, files) => {
    test('is refused by all in the same words', async () => {
      const project = await createTempProject(files);
      const said = await buildSays(project);
      expect(said).not.toEqual([]);
      expect(comparable(await checkSays(project), said), 'check').toEqual(said);
      const names = Object.keys(files).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
      const ofText = said.filter((line) => !OF_BUILDS.test(line));
      const ofEditors = ofText.filter((line) => !OF_SYNTAX.test(line));
      expect(comparable(textSays(project, names), said), 'text').toEqual(ofText);
      expect(comparable(pluginSays(project, names), said), 'plugin').toEqual(ofEditors);
      expect(comparable(await serverSays(project, names), said), 'server').toEqual(expect.arrayContaining(ofEditors));
    });
  });
}
