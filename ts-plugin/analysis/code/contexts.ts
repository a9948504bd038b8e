/**
 * Where code runs: in workflows, in steps, or in the application. A function without a directive runs wherever it is
 * used, so its uses are followed, in its file by name and in others by imports. What may be somewhere counts as being there.
 */
import { type Node, contains } from '../../../compiler/ast.ts';
import type { DirectiveKind } from '../../../compiler/directives.ts';
import { filesImportedBy } from '../project/imported-files.ts';
import { declaredBindings, isExported, itemAround } from './module-items.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { directiveAround } from './surroundings.ts';

/** Who runs a piece of code. */
export type CodeContext = DirectiveKind | 'application';

const ALL: readonly CodeContext[] = ['workflow', 'step', 'application'];
const TEST_FILE = /(?:\.(?:test|spec)\.[cm]?[jt]sx?$)|(?:^|\/)__(?:tests|mocks)__\//;

/** Files that the build leaves out. */
export function isTest({ source }: ProjectFile): boolean {
  return TEST_FILE.test(source.name);
}

/** What such a file exports is not told name by name. */
function isCommonJs({ bindings }: ProjectFile): boolean {
  return bindings.references.some(({ name, binding }) => !binding && (name === 'module' || name === 'exports'));
}

/** Answers for one file, as long as nothing in the project changes. */
export class CodeContexts {
  readonly #project: Project;
  readonly #file: ProjectFile;
  readonly #known = new Map<Node, ReadonlySet<CodeContext>>();
  readonly #imported = new Map<DirectiveKind, ReadonlySet<string>>();

  constructor({ project, file }: { project: Project; file: ProjectFile }) {
    this.#project = project;
    this.#file = file;
  }

  /** All places where a node may run. Empty for what nobody uses; everything for what the compiler makes no sense of. */
  of(node: Node): ReadonlySet<CodeContext> {
    let contexts = this.#known.get(node);
    // A test may call everything, with other code in the place of what it imports.
    if (!contexts)
      this.#known.set(node, (contexts = isTest(this.#file) ? new Set(ALL) : this.#collect(node, new Set())));
    return contexts;
  }

  /** Whether a node runs in contexts of this kind and in no others. */
  isOnly(node: Node, context: CodeContext): boolean {
    const contexts = this.of(node);
    return contexts.size === 1 && contexts.has(context);
  }

  /** @param seen Statements whose uses are being looked at. */
  #collect(node: Node, seen: Set<Node>): Set<CodeContext> {
    const file = this.#file;
    const directive = directiveAround(file, node);
    if (directive) return new Set([directive.kind]);
    const item = itemAround(file, node);
    if (seen.has(item)) return new Set();
    seen.add(item);
    if (file.problems.some(({ index, end }) => contains(item.span, { start: index, end }))) return new Set(ALL);
    const bindings = declaredBindings(file, item);
    // A callback at the top level belongs to whoever keeps it: perhaps to a file that imports this one.
    const exported = bindings.length === 0 || isExported(file, item) || isCommonJs(file);
    const uses = bindings.flatMap(({ references }) => references.map((reference) => reference.node));
    const found = uses.filter((use) => this.#isOtherUse(item, use)).flatMap((use) => [...this.#collect(use, seen)]);
    return new Set([...found, ...(exported ? this.#ofExports() : [])]);
  }

  #isOtherUse(item: Node, use: Node): boolean {
    return !contains(item.span, use.span) && !itemAround(this.#file, use).type.startsWith('ExportNamed');
  }

  #ofExports(): CodeContext[] {
    const kinds: DirectiveKind[] = ['workflow', 'step'];
    const { path } = this.#file.source;
    return [...kinds.filter((kind) => this.#importedBy(kind).has(path)), 'application'];
  }

  #importedBy(kind: DirectiveKind): ReadonlySet<string> {
    const imported = this.#imported.get(kind) ?? filesImportedBy(this.#project, kind);
    this.#imported.set(kind, imported);
    return imported;
  }
}
