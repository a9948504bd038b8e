/** The examples of the explanations of everything that the editor finds. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleOf } from '../../ts-plugin/analysis/rules/all-rules.ts';
import { analyzeFile } from '../../ts-plugin/analysis/check/analyze-file.ts';
import { DiskHost } from '../../ts-plugin/analysis/hosts/disk-host.ts';
import { openTypes } from '../../ts-plugin/analysis/hosts/open-types.ts';
import { Project } from '../../ts-plugin/analysis/project/project.ts';
import { AREAS } from '../../cli/explain/explained-areas.ts';
import type { Example } from '../../runtime/contract/explanation.ts';
import { createTempProject, type TempProject } from '../compiler-build/temp-project.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'esnext',
    module: 'nodenext',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    noEmit: true,
    types: ['node'],
  },
};

/** The run names the value that it has, and the build the line of the other file. */
const SAID_DIFFERENTLY = new Set(['start_not_a_workflow', 'compile_id_duplicate']);

/** Only a build, or its folders, can tell these. Both have tests of their own. */
const OF_BUILD = new Set(['compile_setup_missing', 'directive_file_unscanned']);

const explained = AREAS.flatMap(({ errors }) => errors)
  .filter(({ code, wrong }) => ruleOf(code) && wrong !== undefined && !OF_BUILD.has(code))
  .map(({ code, message, fix, wrong, right }) => ({
    code,
    shown: `${message}${fix === undefined ? '' : ` Fix: ${fix}`} [${code}]`,
    wrong: filesIn(`${code}/wrong`, wrong!),
    right: filesIn(`${code}/right`, right!),
  }));

/** The sources of an example in a folder of their own. */
function filesIn(folder: string, example: Example): Record<string, string> {
  const files = typeof example === 'string' ? { 'workflows/order.ts': example } : example;
  const sources = Object.entries(files).filter(([name]) => /\.(?:[jt]s|vue)$/.test(name));
  return Object.fromEntries(sources.map(([name, text]) => [`${folder}/${name}`, text]));
}

/** All examples as one project, so that TypeScript is started once. */
async function createExamples(): Promise<TempProject> {
  const project = await createTempProject({
    'tsconfig.json': JSON.stringify(TSCONFIG),
    ...Object.assign({}, ...explained.flatMap(({ wrong, right }) => [wrong, right])),
  });
  await symlink(join(MODULES, 'typescript-6'), project.path('node_modules/typescript'), 'dir');
  await symlink(join(MODULES, '@types'), project.path('node_modules/@types'), 'dir');
  return project;
}

test('the wrong example of each rule is found with the message of its page, and the right one is not', async () => {
  const { dir, path } = await createExamples();
  const types = await openTypes({ rootDir: dir });
  if (!('types' in types)) throw new Error('TypeScript was not found.');
  using opened = types;
  const paths = explained.flatMap(({ wrong, right }) => Object.keys({ ...wrong, ...right }).map(path));
  const project = new Project(new DiskHost({ rootDir: dir, files: () => paths, types: opened.types }));
  const messagesOf = (code: string, files: Record<string, string>): string[] => {
    const settings = { rules: { [code]: 'error' }, overrides: [] } as const;
    const findings = Object.keys(files).flatMap((file) => analyzeFile(project, path(file), settings));
    // Without the folder of the example, which is part of paths and ids.
    const ofCode = findings.filter((finding) => finding.code === code);
    return ofCode.map(({ message }) => message.replaceAll(`${code}/wrong/`, ''));
  };
  const found = explained.map(({ code, wrong }) => [code, messagesOf(code, wrong)] as const);
  expect(found.filter(([, messages]) => messages.length === 0)).toEqual([]);
  expect(explained.filter(({ code, right }) => messagesOf(code, right).length > 0)).toEqual([]);
  const messages = found.flatMap(([code, all]) => (SAID_DIFFERENTLY.has(code) ? [] : [...new Set(all)]));
  const shown = explained.filter(({ code }) => !SAID_DIFFERENTLY.has(code)).map((one) => one.shown);
  expect(messages).toEqual(shown);
});
