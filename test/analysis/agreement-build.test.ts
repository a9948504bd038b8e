/** The editor and `workflow check` say of every refused program what the build says, at the same place. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findFindings } from '../../cli/check/find-findings.ts';
import { CompileFailure } from '../../compiler/diagnostics.ts';
import { analyzeFile, syntaxFindings } from '../../ts-plugin/analysis/check/analyze-file.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import { BuildInspector } from '../../ts-plugin/analysis/hosts/build-inspector.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { openProject } from '../../ts-plugin/analysis/hosts/open-project.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { builderOf } from '../compiler-build/project-builder.ts';
import { type TempProject, createTempProject } from '../compiler-build/temp-project.ts';
import { REFUSED_SAMPLES, WRONG_EXAMPLES } from './agreement-cases.ts';

/** Only a bundler, or TypeScript itself, can tell this of a text. */
const OF_BUILDS = /\[(?:compile_import_unresolved|compile_bundle_failed|compile_tsconfig_unreadable)\]$/;

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
  const opened = await openProject({ rootDir: project.dir, tsconfig: 'tsconfig.json' });
  try {
    const build = new BuildInspector(opened.project);
    const { findings } = await findFindings(opened, {
      changes: null,
      build,
      fixes: false,
      showsHints: true,
      only: null,
    });
    return ofFindings(project, findings);
  } finally {
    opened.close();
  }
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
  const isMilder = (line: string): boolean => / warning /.test(line) && said.some((one) => / error /.test(one));
  return lines.filter((line) => said.includes(line) || !(isLater(line) || isOtherOwner(line) || isMilder(line)));
}

const OF_BUNDLE = /\[(?:compile_(?:builtin|global)_reached|compile_await_toplevel|compile_import_meta)\]$/;
const OF_IDS = /\[compile_id_duplicate\]$/;

describe.each([...REFUSED_SAMPLES, ...WRONG_EXAMPLES])('%s', (_, files) => {
  test('is refused by all in the same words', { timeout: 60_000 }, async () => {
    const project = await createTempProject(files);
    const said = await buildSays(project);
    expect(said).not.toEqual([]);
    expect(comparable(await checkSays(project), said), 'check').toEqual(said);
    const names = Object.keys(files).filter((name) => /\.[cm]?[jt]sx?$/.test(name));
    const ofText = said.filter((line) => !OF_BUILDS.test(line));
    expect(comparable(textSays(project, names), said), 'text').toEqual(ofText);
  });
});
