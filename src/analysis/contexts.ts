/**
 * Where code runs: in workflows, in steps, or in the application. A function without a directive runs wherever it is
 * used, so its uses are followed, in its file by name and in others by imports. What may be somewhere counts as being there.
 */
import { type Node, contains } from '../compiler/ast.ts';
import type { DirectiveKind } from '../compiler/directives.ts';
import { declaredBindings, isExported, itemAround } from './module-items.ts';
import type { Project, ProjectFile } from './project.ts';
import type { RuleContext } from './rule.ts';
import { directiveAround } from './surroundings.ts';

export type CodeContext = DirectiveKind | 'application';

const ALL: readonly CodeContext[] = ['workflow', 'step', 'application'];
const TESTS = /(?:\.(?:test|spec)\.[cm]?[jt]sx?$)|(?:^|[/\\])__(?:tests|mocks)__[/\\]/;

/** All places where a node may run. Empty for what nobody uses; everything for what the compiler could not make sense of. */
export function contextsOf({ project, file }: RuleContext, node: Node): ReadonlySet<CodeContext> {
  // A test may call everything, with other code in the place of what it imports.
  if (TESTS.test(file.source.name)) return new Set(ALL);
  return collectContexts({ project, file, seen: new Set() }, node);
}

interface Search extends RuleContext {
  /** Statements whose uses are being looked at. */
  seen: Set<Node>;
}

function collectContexts(search: Search, node: Node): Set<CodeContext> {
  const { file } = search;
  const directive = directiveAround(file, node);
  if (directive) return new Set([directive.kind]);
  const item = itemAround(file, node);
  if (search.seen.has(item)) return new Set();
  search.seen.add(item);
  if (isMistaken(file, item, node)) return new Set(ALL);
  const bindings = declaredBindings(file, item);
  if (bindings.length === 0 && !isExported(file, item)) return new Set(['application']);
  const uses = bindings.flatMap(({ references }) => references).filter((use) => !contains(item.span, use.node.span));
  const found = new Set(uses.flatMap((use) => [...contextsOfUse(search, use.node)]));
  if (isExported(file, item)) for (const context of contextsOfExports(search)) found.add(context);
  return found;
}

/** An export is no use. */
function contextsOfUse(search: Search, use: Node): Set<CodeContext> {
  const item = itemAround(search.file, use);
  return item.type.startsWith('ExportNamed') ? new Set() : collectContexts(search, use);
}

/** A function that was meant to be a workflow or step, and is not until its mistake is corrected. */
function isMistaken({ bindings, problems }: ProjectFile, item: Node, node: Node): boolean {
  if (!problems.some(({ index }) => contains(item.span, { start: index, end: index }))) return false;
  for (let at: Node | undefined = node; at && at !== bindings.root.node; at = bindings.parents.get(at)) {
    const { span } = at;
    if (problems.some(({ index, end }) => contains(span, { start: index, end }))) return true;
  }
  return false;
}

function contextsOfExports({ project, file }: Search): CodeContext[] {
  const kinds: DirectiveKind[] = ['workflow', 'step'];
  const importing = kinds.filter((kind) => isImportedFrom(project, file.source.path, filesReachedFrom(project, kind)));
  return [...importing, 'application'];
}

function isImportedFrom(project: Project, path: string, files: ReadonlySet<string>): boolean {
  for (const importer of files) {
    if (importer !== path && project.importedFiles(importer).includes(path)) return true;
  }
  return false;
}

/** The files that hold directives of a kind, and all that they import. */
function filesReachedFrom(project: Project, kind: DirectiveKind): ReadonlySet<string> {
  const reached = new Set(project.paths().filter((path) => holdsDirective(project, path, kind)));
  // A set that grows is walked to its end.
  for (const path of reached) for (const next of project.importedFiles(path)) reached.add(next);
  return reached;
}

/** Whether a project has workflows of its own; one without is a library for others. */
export function hasWorkflows(project: Project): boolean {
  return project.paths().some((path) => holdsDirective(project, path, 'workflow'));
}

function holdsDirective(project: Project, path: string, kind: DirectiveKind): boolean {
  return project.text(path)?.code.includes(`use ${kind}`) ?? false;
}
