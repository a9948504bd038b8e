/** `workflow init`: writes what a project needs for its first durable run. */
import { type FoundTypeScript, findTypeScript } from '../../ts-plugin/analysis/hosts/find-typescript.ts';
import { paint } from '../program/colours.ts';
import type { CliCommand } from '../program/command.ts';
import { JSON_OPTION, printJson, wantsJson } from '../program/json-output.ts';
import type { ProjectFacts } from '../program/project-facts.ts';
import { FOLDER_OPTIONS, readRealRoot } from '../program/project-options.ts';
import { EDIT_OPTIONS, showEdits, writeEdits } from '../program/proposed-edits.ts';
import type { SetUp } from './set-up.ts';

/** The command `init`. */
export const initCommand: CliCommand = {
  name: 'init',
  summary: "adds the line of the framework, the editor's plugin and a first workflow to a project",
  details: 'It shows every change and asks before it writes. Called again, it adds only what is missing.',
  examples: ['init', 'init --dry-run', 'init --yes'],
  options: {
    root: FOLDER_OPTIONS.root,
    ...EDIT_OPTIONS,
    ...JSON_OPTION,
  },
  async run(given) {
    const { planSetUp } = await import('./plan-set-up.ts');
    const { project, name, setUp } = await planSetUp(readRealRoot(given));
    const isJson = wantsJson(given);
    if (!isJson) show(name, setUp);
    const isWritten = await writeEdits(given, { command: 'init', rootDir: project.rootDir, edits: setUp.edits });
    if (isJson) printJson({ framework: name, written: isWritten, ...setUp });
    else if (isWritten || setUp.edits.length === 0) showNext(project, setUp);
    return isWritten || setUp.edits.length === 0 || given.options.has('dry-run') ? 0 : 1;
  },
};

function show(name: string | null, { edits, present }: SetUp): void {
  console.log(name === null ? 'This project has no framework that needs a line.' : `This is a ${name} project.`);
  for (const sentence of present) console.log(`${paint('green', '✓')} ${sentence}`);
  showEdits(edits);
}

const RUN: Readonly<Record<ProjectFacts['packageManager'], { script: string; tool: string }>> = {
  npm: { script: 'npm run', tool: 'npx' },
  pnpm: { script: 'pnpm', tool: 'pnpm exec' },
  yarn: { script: 'yarn', tool: 'yarn' },
  bun: { script: 'bun run', tool: 'bunx' },
};
const SCRIPTS = ['dev', 'start:dev', 'start'];

/** How an editor comes to load the plugin. */
const EDITOR_STEPS: Partial<Record<FoundTypeScript['kind'], string>> = {
  compiler: 'In VS Code, with a .ts file open: "TypeScript: Select TypeScript Version…", "Use Workspace Version"',
  native: 'TypeScript 7 loads no plugins: let your editor start `workflow lsp --stdio`, as docs/editor.md shows',
};

function showNext({ rootDir, hasPackage, manifest, packageManager }: ProjectFacts, { byHand, edits }: SetUp): void {
  const { script, tool } = RUN[packageManager];
  const scripts = (manifest['scripts'] ?? {}) as Record<string, string>;
  const known = SCRIPTS.find((name) => scripts[name] !== undefined) ?? 'start';
  const editorStep = EDITOR_STEPS[findTypeScript(rootDir).kind];
  const hasFirst = edits.some(({ path }) => /(?:^|\/)welcome\.[jt]s$/.test(path));
  const steps = [
    ...(hasPackage
      ? []
      : [`Install this package: ${packageManager} ${packageManager === 'npm' ? 'install' : 'add'} <the packed file>`]),
    ...byHand,
    `Start the application: ${script} ${known}`,
    ...(hasFirst ? [`Start a run, in another terminal: ${tool} workflow start welcome '"ann@example.com"'`] : []),
    ...(editorStep === undefined ? [] : [editorStep]),
    `See what it does: ${tool} workflow runs, and /_workflow of the application in development`,
  ];
  console.log('Next:');
  for (const [n, step] of steps.entries()) console.log(`${n + 1}. ${step.replaceAll('\n', '\n   ')}`);
}
