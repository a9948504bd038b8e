/** Makes the step bundle: the steps of a build with the user's own code around them. */
import type { InputOptions, OutputOptions, Plugin } from 'rolldown';
import { type BuildModule, type BuildModules, pathOf } from './build-modules.ts';
import type { BundleResult } from './bundle-cache.ts';
import type { BundleOrigin } from './bundle-problems.ts';
import { lowerClasses } from './lower-classes.ts';
import { STEPS_FILE, STEPS_MAP_FILE } from './output-files.ts';
import type { Project } from './project.ts';
import { runBundler } from './run-bundler.ts';
import { keepPackageImports } from './step-imports.ts';
import { compileView } from './view-plugin.ts';
import { requireOutside, shareLoadedModules } from './shared-modules.ts';
import { ENTRY, virtualModules } from './virtual-modules.ts';

export interface StepBundleResult extends BundleResult {
  /** ES module that exports `steps`: a map of `RegisteredStep`, see `runtime/contract/build.ts`. */
  code: string;
  /** Source map (version 3, JSON text), with the sources relative to the output folder. */
  map: string;
  /** Paths of the modules that the bundle evaluates. */
  evaluated: ReadonlySet<string>;
}

/** What of `modules` a step bundle depends on besides their texts. */
export function stepBundleKey({ withStepsOrClasses, installed }: BuildModules): string {
  return JSON.stringify([withStepsOrClasses.map(pathOf), installed.map(pathOf)]);
}

/** The map of a bundle that no source file is in. */
const EMPTY_MAP = JSON.stringify({ version: 3, sources: [], names: [], mappings: '' });

/** What step views import to register themselves. A map that the bundle exports cannot be lost, as a global could. */
const REGISTRY = 'workflow:steps';
const REGISTRY_CODE = `export const steps = new Map();
export const registerStep = (stepName, fn) => void steps.set(stepName, { kind: 'function', fn });
export const registerClosure = (stepName, create) => void steps.set(stepName, { kind: 'closure', create });
`;

/**
 * Bundles all steps that `modules` holds, with the user's modules they import; packages stay imports. Modules
 * to compile that are met on the way are added to `modules`.
 * @throws CompileFailure
 */
export async function bundleSteps(project: Project, modules: BuildModules): Promise<StepBundleResult> {
  const origin: BundleOrigin = { rootDir: project.rootDir, modules, view: 'step' };
  const loaded = project.loadedFile && rememberAnswers(project.loadedFile);
  const input = inputOptions(project, [
    virtualModules(entryModules(modules.withStepsOrClasses)),
    ...(project.loadWith === 'require' ? [requireOutside()] : []),
    ...(loaded ? [shareLoadedModules(project, modules, loaded.ask)] : []),
    keepPackageImports(project, new Set(modules.installed.map(pathOf))),
    compileView(modules, 'step'),
    lowerClasses(),
  ]);
  const { chunk, assets, inputs, warnings } = await runBundler(origin, { input, output: outputOptions(project) });
  const evaluated = Object.keys(chunk.modules).filter((id) => chunk.modules[id]!.renderedLength > 0);
  const map = assets.find(({ fileName }) => fileName === STEPS_MAP_FILE);
  return {
    code: chunk.code,
    map: map?.source.toString() ?? EMPTY_MAP,
    evaluated: new Set(evaluated),
    inputs,
    warnings,
    ...(loaded && { isCurrent: loaded.areSame }),
  };
}

/** A function that also tells whether it would still say what it has said. */
function rememberAnswers<Answer>(question: (about: string) => Answer): {
  ask: (about: string) => Answer;
  areSame: () => boolean;
} {
  const answers = new Map<string, Answer>();
  return {
    ask(about) {
      const answer = question(about);
      answers.set(about, answer);
      return answer;
    },
    areSame: () => [...answers].every(([about, answer]) => question(about) === answer),
  };
}

function inputOptions(project: Project, plugins: Plugin[]): InputOptions {
  return {
    input: ENTRY,
    cwd: project.rootDir,
    platform: 'node',
    resolve: {
      alias: { ...project.alias },
      conditionNames: [...project.conditions, 'node', 'import', 'module', 'default'],
    },
    plugins,
  };
}

function outputOptions(project: Project): OutputOptions {
  return {
    format: 'esm',
    codeSplitting: false,
    keepNames: true,
    dir: project.outDir,
    entryFileNames: STEPS_FILE,
    sourcemap: true,
  };
}

function entryModules(evaluated: readonly BuildModule[]): Map<string, string> {
  const imports = evaluated.map(({ source }) => `import ${JSON.stringify(source.path)};\n`);
  return new Map([
    [ENTRY, `${imports.join('')}export { steps } from '${REGISTRY}';`],
    [REGISTRY, REGISTRY_CODE],
  ]);
}
