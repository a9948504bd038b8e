/**
 * Finds the optional code that workflow code cannot have. The bundler and the realm are the judges: all of it is kept
 * at first, and only when something fails, the parts that may be the reason are left out, and taken in again by halves.
 */
import { child, text } from '../ast.ts';
import { packagesThatMakeValue } from '../workflow-code/foreign-values.ts';
import type { OptionalPart } from '../workflow-code/optional-parts.ts';
import { loadedSources, stepImports, type WorkflowCode } from '../workflow-code/workflow-code.ts';
import type { BuildModules } from './build-modules.ts';
import type { BundleProblem } from './bundle-problems.ts';
import { type Choice, type CodeChoices, effectsKey } from './code-choices.ts';
import { type FileStates, MISSING } from './file-states.ts';
import { type ModuleGraph, modulesBehind } from './module-graph.ts';
import { ReachedUnits } from './reached-units.ts';
import { isInstalled } from './source-files.ts';
import type { ResolvedImports } from './view-plugin.ts';
import { CLASSES } from './virtual-modules.ts';

/** One bundle of all workflows, made with some of the optional code. */
export interface Draft {
  problems: readonly BundleProblem[];
  graph: ModuleGraph;
  resolvedImports: ResolvedImports;
}

interface Suspect extends Choice {
  /** The modules that it brings in. */
  modules: ReadonlySet<string>;
  /** Those among them that it brings in by packages which its own file imports. */
  ofPackages: ReadonlySet<string>;
  part: OptionalPart | null;
  /** Why it fails for sure: the first problem in the code that it uses by name. `null`: that is not to be seen. */
  problem: BundleProblem | null;
}

interface Options<Made extends Draft> {
  modules: BuildModules;
  choices: CodeChoices;
  files: FileStates;
  /** Makes the bundle with what the choices keep. */
  draft(): Promise<Made>;
}

/** Makes the bundle with all optional code that workflow code can have. Its problems are those of the other code. */
export async function keepWhatCanRun<Made extends Draft>(options: Options<Made>): Promise<Made> {
  return await searchAll(options, await leaveOutUsers(options, await options.draft()));
}

/** Leaves out code that uses names of code with an error, and what code does with packages that lead to one. */
async function leaveOutUsers<Made extends Draft>(options: Options<Made>, first: Made): Promise<Made> {
  const { draft, choices } = options;
  const cleared: Suspect[] = [];
  for (let all = first; ;) {
    const severe = all.problems.filter(isError);
    const found = suspectsOf(options, all).filter(
      (one) => (one.problem !== null || isBehind(one, severe)) && !cleared.some((other) => isSame(one, other)),
    );
    if (found.length === 0) return all;
    const culprits = await findGuilty(options, found);
    for (const culprit of culprits) settle(options, culprit, severe);
    cleared.push(...found.filter((suspect) => !culprits.includes(suspect)));
    choices.suppose([]);
    all = await draft();
  }
}

/** Whether one of the problems lies in a package that a suspect uses. */
const isBehind = ({ ofPackages }: Suspect, problems: readonly BundleProblem[]): boolean =>
  problems.some(({ modules }) => modules.some((id) => ofPackages.has(id)));

/**
 * Code that uses a name with an error is guilty, and values that packages make can go without harm. All else may use
 * other parts of a package: it is taken in again, first what packages do when they load, then statements.
 */
async function findGuilty(options: Options<Draft>, found: readonly Suspect[]): Promise<Suspect[]> {
  const left = new Set(found);
  const draftWith = async (kept: readonly Suspect[]): Promise<Draft> => {
    options.choices.suppose([...left].filter((suspect) => !kept.includes(suspect)));
    return await options.draft();
  };
  const isNew = createNews(await draftWith([]));
  for (let effects = found.filter(({ part }) => part === null); effects.length > 0;) {
    const caused = (await draftWith(effects)).problems.filter(isNew);
    if (caused.length === 0) {
      for (const suspect of effects) left.delete(suspect);
      break;
    }
    const others = effects.filter((suspect) => !isBehind(suspect, caused));
    // Where no package shows the reason, none of them is taken in again.
    effects = others.length < effects.length ? others : [];
  }
  const doubtful = found.filter((suspect) => isDoubtful(suspect) && !found.some((other) => needs(suspect, other)));
  const fails = async (kept: readonly Suspect[]): Promise<boolean> => (await draftWith(kept)).problems.some(isNew);
  const caused = doubtful.length > 0 ? (await draftWith(doubtful)).problems.filter(isNew) : [];
  const accused = doubtful.filter((suspect) => isBehind(suspect, caused));
  const guilty = accused.length > 1 ? await halve(accused, fails, true) : accused;
  const innocent = doubtful.filter((suspect) => !guilty.includes(suspect));
  return [...left].filter((one) => !innocent.some((other) => one === other || needs(one, other)));
}

const isSame = (one: Choice, other: Choice): boolean => one.path === other.path && one.key === other.key;

const isDoubtful = ({ part, problem }: Suspect): boolean =>
  part !== null && problem === null && packagesThatMakeValue(part) === null;

/** Whether a suspect cannot be kept without another one. */
const needs = ({ part }: Suspect, other: Suspect): boolean =>
  part !== null && other.part !== null && other.part !== part && part.needs.includes(other.part.unit);

/** Leaves out parts that lead to an error in any other way. */
async function searchAll<Made extends Draft>(options: Options<Made>, first: Made): Promise<Made> {
  const { draft, choices } = options;
  let all = first;
  let suspects = suspectsOf(options, all);
  if (suspects.length === 0) return all;
  choices.suppose(suspects);
  const least = await draft();
  // The whole graph still says where code that is left out leads.
  if (least.problems.some(isError)) return { ...least, graph: all.graph, resolvedImports: all.resolvedImports };
  const isNew = createNews(least);
  // The first error hides the next one, so there can be several rounds.
  for (;;) {
    const caused = all.problems.filter(isNew);
    const found = caused.length > 0 ? await findCulprits(options, { suspects, caused, isNew }) : [];
    const culprits = caused.length > 0 && found.length === 0 ? suspects : found;
    for (const culprit of culprits) settle(options, culprit, caused);
    choices.suppose([]);
    all = await draft();
    suspects = suspectsOf(options, all).filter((suspect) => suspects.some((known) => isSame(suspect, known)));
    if (caused.length === 0 || !all.problems.some(isNew) || suspects.length === 0) return all;
  }
}

const isError = ({ diagnostic }: BundleProblem): boolean => diagnostic.severity === 'error';

/** Tells whether a problem is an error, and none of those of a draft. */
function createNews({ problems }: Draft): (problem: BundleProblem) => boolean {
  const known = new Set(problems.map(({ diagnostic }) => diagnostic.text));
  return (problem) => isError(problem) && !known.has(problem.diagnostic.text);
}

/** The kept parts that lead to a module with an error. Code with warnings only may never fail, so it is kept. */
function suspectsOf({ modules, choices }: Options<Draft>, { problems, graph, resolvedImports }: Draft): Suspect[] {
  const severe = problems.filter(isError);
  if (severe.length === 0) return [];
  const leadsTo = (suspect: Suspect): boolean =>
    severe.some((problem) => problem.modules.length === 0 || problem.modules.some((id) => suspect.modules.has(id)));
  const units = new ReachedUnits(modules, resolvedImports);
  const wrong = new Map(severe.map((one) => [units.at(one.diagnostic.file, one.diagnostic.index), one]));
  const all = modules.inWorkflows.flatMap(({ source: { path }, code }) => {
    const targets = resolvedImports.get(path);
    const behind = (sources: readonly string[]): Pick<Suspect, 'modules' | 'ofPackages'> => {
      const ids = sources.flatMap((source) => targets?.get(source) ?? []);
      return { modules: modulesBehind(graph, ids), ofPackages: modulesBehind(graph, ids.filter(isInstalled)) };
    };
    const problemOf = ({ needs }: OptionalPart): BundleProblem | null => {
      const unit = [...units.from(path, needs)].find((one) => one.kind !== 'import' && wrong.has(one));
      return unit ? wrong.get(unit)! : null;
    };
    return candidatesIn(path, code, { behind, problemOf });
  });
  const errors = Array.from(modules.wantedErrors.keys(), (path): Suspect => {
    const behind = { modules: modulesBehind(graph, [path]), ofPackages: new Set<string>() };
    return { path: CLASSES, key: effectsKey(path), part: null, problem: null, ...behind };
  });
  return [...all, ...errors].filter((suspect) => !choices.leavesOut(suspect.path, suspect.key) && leadsTo(suspect));
}

interface Links {
  behind(sources: readonly string[]): Pick<Suspect, 'modules' | 'ofPackages'>;
  problemOf(part: OptionalPart): BundleProblem | null;
}

/** All optional code of a module that is not left out for what the module itself shows. */
function candidatesIn(path: string, code: WorkflowCode, { behind, problemOf }: Links): Suspect[] {
  const parts = code.optional.filter(({ unit, host }) => host === null && code.evaluated.has(unit));
  const bare = new Set(parts.flatMap(({ unit, sources }) => (unit.kind === 'import' ? sources : [])));
  const imported = [...loadedSources(code), ...stepImports(code).map((item) => text(child(item, 'source')!))];
  return [
    ...parts.map((part): Suspect => {
      const { modules, ofPackages } = behind(part.sources);
      return { path, key: part.key, part, modules: new Set([...modules, path]), ofPackages, problem: problemOf(part) };
    }),
    ...imported
      .filter((source) => !bare.has(source))
      .map((source): Suspect => {
        return { path, key: effectsKey(source), part: null, problem: null, ...behind([source]) };
      }),
  ];
}

interface Search {
  suspects: readonly Suspect[];
  caused: readonly BundleProblem[];
  isNew: (problem: BundleProblem) => boolean;
}

/** A problem inside a part needs no search; for the others halves of the suspects are taken in again. */
async function findCulprits(options: Options<Draft>, { suspects, caused, isNew }: Search): Promise<Suspect[]> {
  const obvious = suspects.filter((suspect) => caused.some((problem) => isInside(suspect, problem)));
  const hidden = caused.filter((problem) => !obvious.some((suspect) => isInside(suspect, problem)));
  if (hidden.length === 0) return obvious;
  const others = suspects.filter((suspect) => !obvious.includes(suspect));
  const fails = async (kept: readonly Suspect[]): Promise<boolean> => {
    options.choices.suppose(suspects.filter((suspect) => !kept.includes(suspect)));
    return (await options.draft()).problems.some(isNew);
  };
  return [...obvious, ...(await halve(others, fails, obvious.length === 0))];
}

function isInside({ path, part }: Suspect, { diagnostic: { file, index } }: BundleProblem): boolean {
  if (part === null || file !== path) return false;
  return part.needs.some(({ node: { span } }) => span.start <= index && index < span.end);
}

/** @param isFailing Whether all together are known to fail. */
async function halve(
  suspects: readonly Suspect[],
  fails: (kept: readonly Suspect[]) => Promise<boolean>,
  isFailing: boolean,
): Promise<Suspect[]> {
  if (suspects.length === 0 || (!isFailing && !(await fails(suspects)))) return [];
  if (suspects.length === 1) return [...suspects];
  const middle = suspects.length >> 1;
  const first = await halve(suspects.slice(0, middle), fails, false);
  const second = await halve(suspects.slice(middle), fails, first.length === 0);
  return [...first, ...second];
}

/** Remembers why a part is left out, until a file changes that it leads to. */
function settle({ choices, files }: Options<Draft>, suspect: Suspect, caused: Search['caused']) {
  const { path, key, part, modules } = suspect;
  const problem =
    suspect.problem ??
    caused.find((one) => part && one.diagnostic.file === path && isInside(suspect, one)) ??
    caused.find((one) => one.modules.some((id) => modules.has(id))) ??
    caused[0]!;
  // The key of other code says all of its own file.
  const paths = [...modules].filter((id) => id !== path && !id.startsWith('\0') && files.version(id) !== MISSING);
  choices.settle({ path, key }, problem.reason, new Map(paths.map((id) => [id, files.version(id)])));
}
