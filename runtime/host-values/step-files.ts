/** Loads the files with steps as the application does. */
import type { LoadStepsOptions, RegisteredStep, StepsModule } from '../contract/build.ts';
import { type CompiledHost, REGISTERED_ROOT, type StepList, type StepSource } from '../contract/compiled.ts';
import { firstLine } from './broken-code.ts';
import { registeredSteps } from './registered-steps.ts';

/** A file that is loaded already is waited for so long: it may be in a circle with a file that waits for us. */
const CIRCLE_MS = 100;
/** After so long a file is named that may wait for a file that waits for us. */
const SLOW_MS = 10_000;

const KEY = Symbol.for('workflow.step-files');
type Holder = { [KEY]?: StepList; [key: symbol]: unknown };

/** See {@link CompiledHost.provideStepFiles}. The list is for all copies of this package in the process. */
export const provideStepFiles: CompiledHost['provideStepFiles'] = (list) => void ((globalThis as Holder)[KEY] = list);

/** See {@link CompiledHost.loadStepFiles}. */
export const loadStepFiles: CompiledHost['loadStepFiles'] = async (list, loadBundle, options = {}) => {
  const files = filesHere(list);
  if (files === null) return await (await loadBundle()).loadSteps(options);
  const failed = new Map<string, string>();
  for (const source of files) {
    const reason = await loadSource(source);
    if (reason !== null) failed.set(source.file, reason);
  }
  const loaded = files.filter(({ file }) => !failed.has(file)).flatMap(({ stepNames }) => stepNames);
  const steps = loaded.map((name): [string, RegisteredStep] => [name, registeredSteps.get(name)!]);
  if (failed.size === 0) return new Map(steps);
  return new Map([...steps, ...(await loadOthers(failed, await loadBundle(), options))]);
};

/** The files as this process loads them; `null`: it holds them in no form, or in that of another build. */
function filesHere(list: StepList): StepList['files'] | null {
  const provided = (globalThis as Holder)[KEY];
  if (provided?.version === list.version) return provided.files;
  if (isCompiling()) return list.files;
  if (provided || list.files.some(isRegistered)) console.warn(`[workflow] ${OTHER_BUILD}`);
  return null;
}

/** Loads files from the step bundle, and names those that it could load. @param failed With the reasons. */
async function loadOthers(
  failed: ReadonlyMap<string, string>,
  { loadSteps }: StepsModule,
  options: LoadStepsOptions,
): Promise<Map<string, RegisteredStep>> {
  const copied = new Map(failed);
  const refuses = (file: string): boolean => {
    copied.delete(file);
    return options.refuses?.(file) ?? false;
  };
  const steps = await loadSteps({ only: new Set(failed.keys()), refuses });
  if (copied.size > 0) console.warn(`[workflow] ${describeCopied(copied)}`);
  return steps;
}

/** Whether `workflow/register` is at work. */
function isCompiling(): boolean {
  const root = (globalThis as Holder)[Symbol.for(REGISTERED_ROOT)];
  return root !== undefined && root !== null;
}

const isRegistered = ({ stepNames }: StepSource): boolean =>
  stepNames.length > 0 && stepNames.every((name) => registeredSteps.has(name));

/** @returns Why the steps of the file are not there; `null`: they are. */
async function loadSource(source: StepSource): Promise<string | null> {
  const wasLoaded = isRegistered(source);
  const loading = source.load().then(
    () => (isRegistered(source) || source.stepNames.length === 0 ? null : 'it was loaded without being compiled'),
    (error: unknown) => firstLine(error),
  );
  const { promise, resolve } = Promise.withResolvers<null>();
  const onLate = wasLoaded ? () => resolve(null) : () => console.warn(`[workflow] ${describeSlow(source)}`);
  const timer = setTimeout(onLate, wasLoaded ? CIRCLE_MS : SLOW_MS);
  try {
    return await Promise.race([loading, promise]);
  } finally {
    clearTimeout(timer);
  }
}

const describeSlow = ({ file }: StepSource): string =>
  `The file "${file}" has been loading for ${SLOW_MS / 1000} seconds. If it imports a file that waits for the server of the workflows to be ready, neither ends: move what it needs into a file of its own.`;

const OTHER_BUILD =
  'The application was bundled without this build of the workflows, so all steps run in the step bundle, which has copies of the modules that they import. Run `workflow build` before the bundler, and keep its folder as it is.';

/** @param files With the reasons why they cannot be loaded. */
const describeCopied = (files: ReadonlyMap<string, string>): string =>
  [
    'This process cannot load these files as they are. Their steps run in the step bundle, which has copies of the modules that they import:',
    ...Array.from(files, ([file, reason]) => `  ${file}: ${reason}`),
  ].join('\n');
