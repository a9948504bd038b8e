/**
 * Finds the optional code that workflow code cannot have. The bundler and the realm are the judges: all of it is kept
 * at first, and only when something fails, the parts that may be the reason are left out, and taken in again by halves.
 */
import { child, text } from '../ast.ts';
import type { OptionalPart } from '../workflow-code/optional-parts.ts';
import { loadedSources, stepImports, type WorkflowCode } from '../workflow-code/workflow-code.ts';
import type { BuildModules } from './build-modules.ts';
import type { BundleProblem } from './bundle-problems.ts';
import { type Choice, type CodeChoices, effectsKey } from './code-choices.ts';
import { type FileStates, MISSING } from './file-states.ts';
import { type ModuleGraph, modulesBehind } from './module-graph.ts';
import { findReExports, type ReExport } from './re-exports.ts';
import type { ResolvedImports } from './view-plugin.ts';

/** One bundle of all workflows, made with some of the optional code. */
export interface Draft {
  problems: readonly BundleProblem[];
  graph: ModuleGraph;
  resolvedImports: ResolvedImports;
}

interface Suspect extends Choice {
  /** The modules that it brings in. */
  modules: ReadonlySet<string>;
  part: OptionalPart | null;
}

interface Options<Made extends Draft> {
  rootDir: string;
  modules: BuildModules;
  choices: CodeChoices;
  files: FileStates;
  /** Makes the bundle with what the choices keep. */
  draft(): Promise<Made>;
}

/** Makes the bundle with all optional code that workflow code can have. Its problems are those of the other code. */
export async function keepWhatCanRun<Made extends Draft>(options: Options<Made>): Promise<Made> {
  const { draft, choices } = options;
  let all = await draft();
  let suspects = suspectsOf(options, all);
  if (suspects.length === 0) return all;
  choices.suppose(suspects);
  const least = await draft();
  if (least.problems.some(isError)) return least;
  const isNew = createNews(least);
  // The first error hides the next one, so there can be several rounds.
  for (;;) {
    const caused = all.problems.filter(isNew);
    const found = caused.length > 0 ? await findCulprits(options, { suspects, caused, isNew }) : [];
    const culprits = caused.length > 0 && found.length === 0 ? suspects : found;
    for (const culprit of culprits) settle(options, culprit, caused);
    if (culprits.length === suspects.length) return least;
    choices.suppose([]);
    all = await draft();
    suspects = suspectsOf(options, all).filter((suspect) =>
      suspects.some(({ path, key }) => key === suspect.key && path === suspect.path),
    );
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
function suspectsOf(
  { rootDir, modules, choices }: Options<Draft>,
  { problems, graph, resolvedImports }: Draft,
): Suspect[] {
  if (problems.length === 0) return [];
  const leadsTo = (suspect: Suspect): boolean =>
    problems.some(
      (problem) =>
        isError(problem) && (problem.modules.length === 0 || problem.modules.some((id) => suspect.modules.has(id))),
    );
  const compiled = modules.all.flatMap(({ source: { path } }) => {
    const code = modules.last(path, 'workflow')?.workflowCode;
    const targets = resolvedImports.get(path);
    const behind = (sources: readonly string[]): Set<string> =>
      modulesBehind(
        graph,
        sources.flatMap((source) => targets?.get(source) ?? []),
      );
    return code ? candidatesIn(path, code, behind) : [];
  });
  const passedOn = problems.some(isError) ? findReExports(rootDir, graph, modules) : [];
  return [...compiled, ...passedOn.map((reExport) => toSuspect(reExport, graph))].filter(
    (suspect) => !choices.leavesOut(suspect.path, suspect.key) && leadsTo(suspect),
  );
}

function toSuspect(reExport: ReExport, graph: ModuleGraph): Suspect {
  const { path, target } = reExport;
  return { path, key: effectsKey(target), part: null, modules: modulesBehind(graph, [target]), reExport };
}

/** All optional code of a module that is not left out for what the module itself shows. */
function candidatesIn(
  path: string,
  code: WorkflowCode,
  behind: (sources: readonly string[]) => Set<string>,
): Suspect[] {
  const parts = code.optional.filter(({ unit, host }) => host === null && code.evaluated.has(unit));
  return [
    ...parts.map((part): Suspect => ({ path, key: part.key, part, modules: behind(part.sources).add(path) })),
    ...[...loadedSources(code), ...stepImports(code).map((item) => text(child(item, 'source')!))].map(
      (source): Suspect => {
        return { path, key: effectsKey(source), part: null, modules: behind([source]) };
      },
    ),
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
  const { path, key, part, modules, reExport } = suspect;
  const problem =
    caused.find((one) => part && one.diagnostic.file === path && isInside(suspect, one)) ??
    caused.find((one) => one.modules.some((id) => modules.has(id))) ??
    caused[0]!;
  // The key of other code says all of its own file.
  const paths = [...modules, ...(reExport ? [path] : [])].filter(
    (id) => (id !== path || reExport) && !id.startsWith('\0') && files.version(id) !== MISSING,
  );
  choices.settle(
    { path, key, ...(reExport && { reExport }) },
    problem.reason,
    new Map(paths.map((id) => [id, files.version(id)])),
  );
}
