/**
 * The places where code runs: workflows, steps, or the application. A function without a directive runs wherever it is
 * used. Its uses are followed by name in its file, and by imports in other files. A possible use counts as a use.
 */
import type { CodeContext } from '../../../compiler/analyze/function-contexts.ts';
import { type Node, contains } from '../../../compiler/ast.ts';
import type { DirectiveKind } from '../../../compiler/directives.ts';
import { COMPONENT_FILE } from '../../../compiler/component-scripts.ts';
import { filesImportedBy } from '../project/imported-files.ts';
import { declaredBindings, isExported, itemAround } from './module-items.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { directiveAround } from './surroundings.ts';

const ALL: readonly CodeContext[] = ['workflow', 'step', 'application'];
const TEST_FILE = /(?:\.(?:test|spec)\.[cm]?[jt]sx?$)|(?:^|\/)__(?:tests|mocks)__\//;

/** Whether a file is a test, which the build leaves out. */
export function isTest({ source }: ProjectFile): boolean {
  return TEST_FILE.test(source.name);
}

/** Whether a file is a CommonJS module, whose exports have no names. */
function isCommonJs({ bindings }: ProjectFile): boolean {
  return bindings.references.some(({ name, binding }) => !binding && (name === 'module' || name === 'exports'));
}

/** The contexts of the code in one file. Valid until something in the project changes. */
export class CodeContexts {
  readonly #project: Project;
  readonly #file: ProjectFile;
  readonly #known = new Map<Node, ReadonlySet<CodeContext>>();
  readonly #imported = new Map<DirectiveKind, ReadonlySet<string>>();

  constructor({ project, file }: { project: Project; file: ProjectFile }) {
    this.#project = project;
    this.#file = file;
  }

  /** All places where a node may run: none for unused code, and all for code with errors. */
  of(node: Node): ReadonlySet<CodeContext> {
    let contexts = this.#known.get(node);
    // A test may call everything, and may replace its imports.
    if (!contexts)
      this.#known.set(node, (contexts = isTest(this.#file) ? new Set(ALL) : this.#collect(node, new Set())));
    return contexts;
  }

  /** Whether a node runs in contexts of this kind and in no others. */
  isOnly(node: Node, context: CodeContext): boolean {
    const contexts = this.of(node);
    return contexts.size === 1 && contexts.has(context);
  }

  /** @param seen Statements whose uses are being followed, so that cycles end. */
  #collect(node: Node, seen: Set<Node>): Set<CodeContext> {
    const file = this.#file;
    const directive = directiveAround(file, node);
    if (directive) return new Set([directive.kind]);
    const item = itemAround(file, node);
    if (seen.has(item)) return new Set();
    seen.add(item);
    if (file.problems.some(({ index, end }) => contains(item.span, { start: index, end }))) return new Set(ALL);
    const bindings = declaredBindings(file, item);
    // The function that gets a callback at the top level may call it from a file that imports this one. The template of
    // a component uses its names.
    const isSeen = isExported(file, item) || isCommonJs(file) || COMPONENT_FILE.test(file.source.path);
    const exported = bindings.length === 0 || isSeen;
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
