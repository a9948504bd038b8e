/** The editor shows every error of the build in workflow code, at the same place and with the same words. */
import { describe, expect, test } from 'vitest';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import type { Finding } from '../../ts-plugin/analysis/findings/finding.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { SANDBOX_GLOBALS, SANDBOX_MEMBERS } from '../../runtime/contract/sandbox-globals.ts';
import { type Diagnostic, createSourceFile } from '../../compiler/diagnostics.ts';
import { builderOf } from '../compiler-build/project-builder.ts';
import { type TempProject, createTempProject } from '../compiler-build/temp-project.ts';
import { listFixtures, readFixture } from './fixture.ts';

const NAME = /([^/\\]+)\.ts$/;
const SHARED = new Set([
  'compile_builtin_reached',
  'compile_global_reached',
  'compile_await_toplevel',
  'compile_import_meta',
]);

/** The errors of both that are about the sandbox. */
async function compare(files: Record<string, string>): Promise<{ built: readonly Diagnostic[]; shown: Finding[] }> {
  const project = await createTempProject(files);
  const built = (await problemsOf(project)).filter(({ code }) => SHARED.has(code));
  const sources = Object.keys(files).filter((name) => name.endsWith('.ts'));
  return { built, shown: findingsOf(project, sources).filter(({ code }) => SHARED.has(code)) };
}

const problemsOf = (project: TempProject): Promise<readonly Diagnostic[]> => builderOf(project).inspect();

function findingsOf({ dir, path }: TempProject, names: readonly string[]): Finding[] {
  const paths = names.map(path);
  const project = new Project(new DiskHost({ rootDir: dir, files: () => paths }));
  return paths.flatMap((file) => analyzeFile(project, file));
}

/** With its place. The build names all that is used of a module at once. */
const lineOf = ({ file, message }: { file: string; message: string }, index: number): string =>
  `${file} ${index} ${message.replace(/ uses .* of "/, ' uses "')}`;

/** As both name them. Those of Bun and the like are imports that the build cannot resolve, which is what it says. */
const builtinsOf = (found: readonly { code: string; message: string }[]): string[] => {
  const builtins = found.filter(({ code }) => code === 'compile_builtin_reached');
  return [...new Set(builtins.map(({ message }) => /"(\w+:[^"]+)", which/.exec(message)![1]!))]
    .filter((name) => name.startsWith('node:'))
    .toSorted();
};

/** The places of globals. */
function globalsOf<Found extends { code: string; file: string }>(
  found: readonly Found[],
  startOf: (one: Found) => number,
): string[] {
  const globals = found.filter(({ code }) => code === 'compile_global_reached');
  return globals.map((one) => `${one.file} ${startOf(one)}`).toSorted();
}

describe('the build and the editor', () => {
  test.each(listFixtures('sandbox').map((path) => [NAME.exec(path)![1]!, path]))(
    'refuse the same in "%s"',
    async (_, path) => {
      const { built, shown } = await compare(readFixture(path).files);
      const lines = shown.map((finding) => lineOf(finding, finding.span.start));
      expect(lines).toEqual(expect.arrayContaining(built.map((problem) => lineOf(problem, problem.index))));
      expect(builtinsOf(built)).toEqual(builtinsOf(shown));
      expect(globalsOf(built, ({ index }) => index)).toEqual(globalsOf(shown, ({ span }) => span.start));
    },
  );
});

test('the build and the editor leave out modules of a package without side effects that nothing is used of', async () => {
  const { built, shown } = await compare({
    'workflows/order.ts': `import { cents, label } from '../lib/index.ts';
export async function order(price: number) {
  'use workflow';
  return label(cents(price));
}
`,
    'lib/package.json': '{ "name": "lib", "type": "module", "sideEffects": false }',
    'lib/index.ts': `export * from './money.ts';\nexport * from './labels.ts';\nexport * from './secrets.ts';\n`,
    'lib/money.ts': `export const cents = (price: number) => Math.round(price * 100);\n`,
    'lib/labels.ts': `const prefix = String(process.env.PREFIX);
export const label = (value: number) => prefix + String(value);
`,
    'lib/secrets.ts': `import { createHash } from 'node:crypto';
export namespace Hashes {
  export const hash = createHash('sha256');
}
`,
  });
  expect(shown.map(({ span, message }) => [span.start, message])).toEqual([
    [22, expect.stringMatching(/"process".* workflows\/order\.ts:1:30 → lib\/index\.ts:2:15\./)],
  ]);
  expect(built.map(({ index, message }) => [index, message])).toEqual(
    shown.map(({ span, message }) => [span.start, message]),
  );
});

describe('every global of the sandbox', () => {
  const entries = [...SANDBOX_GLOBALS, ...SANDBOX_MEMBERS].flatMap(({ kind, names }) =>
    names.filter((name) => /^[\w.]+$/.test(name)).map((name) => ({ kind, name })),
  );

  test('is an error where it is used if the sandbox does not have it, and only then', async () => {
    // A call of it is an entry of its own.
    const uses = entries.map(({ name }) => `  globalThis.${name}${name === 'Function' ? '' : '()'};`);
    const text = ["export async function order() {\n  'use workflow';", ...uses, '}\n'].join('\n');
    const project = await createTempProject({ 'workflows/order.ts': text });
    const file = createSourceFile({ path: '', name: '', code: text });
    const found = findingsOf(project, ['workflows/order.ts']).filter(({ code }) => code === 'compile_global_reached');
    const lines = found.map(({ span }) => file.positions.at(span.start).line - 3);
    const missing = entries.filter(({ kind }) => kind === 'forbidden' || kind === 'absent');
    expect(lines.map((line) => entries[line]!.name)).toEqual(missing.map(({ name }) => name));
  });
});
