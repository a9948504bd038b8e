/** Loads the files with steps as the application does. */
import type { LoadStepsOptions, RegisteredStep, StepsModule } from '../contract/build.ts';
import { type CompiledHost, REGISTERED_ROOT, type StepList, type StepSource } from '../contract/compiled.ts';
import type { Layer } from '../contract/layers.ts';
import { firstLine, stepFileLoader } from './broken-code.ts';

/** A file that is loaded already is waited for so long: it may be in a circle with a file that waits for us. */
const CIRCLE_MS = 100;
/** After so long a file is named that may wait for a file that waits for us. */
const SLOW_MS = 10_000;

const KEY = Symbol.for('workflow.step-files');
type Steps = Map<string, RegisteredStep>;
type Holder = { [KEY]?: StepList; [key: symbol]: unknown };

/** See {@link CompiledHost.provideStepFiles}. The list is for all copies of this package in the process. */
export const provideStepFiles: CompiledHost['provideStepFiles'] = (list) => void ((globalThis as Holder)[KEY] = list);

/** Whether the process has such a list. */
export const hasStepFiles = (): boolean => (globalThis as Holder)[KEY] !== undefined;

/** Where files leave their steps. */
interface Registered {
  steps: Steps;
  /** That of the files, if they have one. */
  layer?: Layer;
}

/** See {@link CompiledHost.loadStepFiles}. */
export async function loadStepFilesInto(
  of: Registered,
  ...[list, loadBundle, options = {}]: Parameters<CompiledHost['loadStepFiles']>
): Promise<Steps> {
  if (loadBundle === null) return await loadBundled(of, list, options);
  const registered = of.steps;
  const files = filesHere(registered, list);
  if (files === null) return await (await loadBundle()).loadSteps(options);
  const steps: Steps = new Map(await stepsApart(list, options));
  const failed = new Map<string, string>();
  for (const source of files) {
    try {
      await loadSource(source, registered, steps, {});
    } catch (error) {
      failed.set(source.file, firstLine(error));
    }
  }
  if (failed.size === 0) return steps;
  return new Map([...steps, ...(await loadOthers(failed, await loadBundle(), options))]);
}

async function stepsApart({ apart }: StepList, options: LoadStepsOptions): Promise<Steps> {
  return apart ? await (await apart()).loadSteps(options) : new Map();
}

/** Loads files that are part of the server's bundle. */
async function loadBundled(
  { steps: registered, layer }: Registered,
  list: StepList,
  options: LoadStepsOptions,
): Promise<Steps> {
  const steps: Steps = options.isLive ? new LiveSteps(registered) : new Map(await stepsApart(list, options));
  const load = stepFileLoader(steps, options, layer);
  for (const source of list.files) await load(source, () => loadSource(source, registered, steps, options));
  return steps;
}

/** See {@link CompiledHost.addSteps}. */
export const addSteps: CompiledHost['addSteps'] = async (steps, parts, options) => {
  const loadFile = stepFileLoader(steps, options);
  for (const { files, load } of parts) {
    for (const file of files) {
      await loadFile(file, async () => {
        const found = await (await load()).loadSteps({ ...options, only: new Set([file.file]) });
        for (const [name, step] of found) steps.set(name, step);
        if (steps instanceof LiveSteps) steps.follow(found);
      });
    }
  }
  return steps;
};

/** The steps of files that may be evaluated again, by whoever imports them. */
class LiveSteps extends Map<string, RegisteredStep> {
  readonly #registered: Steps;
  /** Those of other graphs of modules, each with its own. */
  readonly #others = new Map<string, Steps>();

  constructor(registered: Steps) {
    super();
    this.#registered = registered;
  }

  follow(others: Steps): void {
    for (const name of others.keys()) this.#others.set(name, others);
  }

  override get(name: string): RegisteredStep | undefined {
    return this.has(name) ? ((this.#others.get(name) ?? this.#registered).get(name) ?? super.get(name)) : undefined;
  }
}

/** The files as this process loads them; `null`: it holds them in no form, or in that of another build. */
function filesHere(registered: Steps, list: StepList): StepList['files'] | null {
  const provided = (globalThis as Holder)[KEY];
  if (provided?.version === list.version) return provided.files;
  if (isCompiling()) return list.files;
  if (provided || list.files.some((source) => isRegistered(source, registered)))
    console.warn(`[workflow] ${OTHER_BUILD}`);
  return null;
}

/** The last text in the log about files that are copied. */
let lastCopied = '';

/** Loads files from the step bundle, and names those that it could load. @param failed With the reasons. */
async function loadOthers(
  failed: ReadonlyMap<string, string>,
  { loadSteps }: StepsModule,
  options: LoadStepsOptions,
): Promise<Steps> {
  const copied = new Map(failed);
  const refuses = (file: string): boolean => {
    copied.delete(file);
    return options.refuses?.(file) ?? false;
  };
  const steps = await loadSteps({ only: new Set(failed.keys()), refuses });
  const text = copied.size > 0 ? describeCopied(copied) : '';
  // In development this is asked after each edit.
  if (text !== '' && text !== lastCopied) console.warn(`[workflow] ${text}`);
  lastCopied = text;
  return steps;
}

/** Whether `workflow/register` is at work. */
function isCompiling(): boolean {
  const root = (globalThis as Holder)[Symbol.for(REGISTERED_ROOT)];
  return root !== undefined && root !== null;
}

const isRegistered = ({ stepNames }: StepSource, registered: Steps): boolean =>
  stepNames.length > 0 && stepNames.every((name) => registered.has(name));

/**
 * Loads a file, and adds its steps. A file that throws registers none. @throws Error that says why they are not there.
 */
async function loadSource(
  source: StepSource,
  registered: Steps,
  steps: Steps,
  { isLive = false }: LoadStepsOptions,
): Promise<void> {
  // One that is live may be loaded for the second time now.
  const wasLoaded = !isLive && isRegistered(source, registered);
  const before = source.stepNames.map((name) => [name, registered.get(name)] as const);
  const { promise, resolve } = Promise.withResolvers<void>();
  const onLate = wasLoaded ? resolve : () => console.warn(`[workflow] ${describeSlow(source)}`);
  const timer = setTimeout(onLate, wasLoaded ? CIRCLE_MS : SLOW_MS);
  try {
    await Promise.race([source.load(), promise]);
  } catch (error) {
    for (const [name, step] of before) {
      if (step) registered.set(name, step);
      else registered.delete(name);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
  for (const name of source.stepNames) {
    const step = registered.get(name);
    if (!step) throw new Error('it was loaded without being compiled');
    steps.set(name, step);
  }
}

const describeSlow = ({ file }: StepSource): string =>
  `The file "${file}" has been loading for ${SLOW_MS / 1000} seconds. If it imports a file that waits for the server of the workflows to be ready, neither ends: move what it needs into a file of its own.`;

const OTHER_BUILD =
  'The application was bundled without this build of the workflows, or without the file that imports "workflow/server". So all steps run in the step bundle, which has copies of the modules that they import. Run `workflow build` before the bundler, keep its folder as it is, and let the bundle have the file that calls `createHandler()`.';

/** @param files With the reasons why they cannot be loaded. */
const describeCopied = (files: ReadonlyMap<string, string>): string =>
  [
    'This process cannot load these files as they are. Their steps run in the step bundle, which has copies of the modules that they import:',
    ...Array.from(files, ([file, reason]) => `  ${file}: ${reason}`),
  ].join('\n');
