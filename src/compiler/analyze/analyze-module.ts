/** The analysis of one module, shared by its three views. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { type Node, child } from '../ast.ts';
import { CompileFailure, type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import { compileError } from '../messages.ts';
import { parseModule } from '../parse-module.ts';
import { bindModule } from './bind-module.ts';
import { findCaptures } from './captures.ts';
import { type Candidate, checkFunction } from './check-function.ts';
import { findFileExports } from './file-exports.ts';
import { type FoundDirectives, findDirectives } from './find-directives.ts';
import { contextUses, formOf, isClassForm, runsOnce } from './function-place.ts';
import type { Captures, DirectiveFunction, ModuleAnalysis, SerializableClass } from './module-analysis.ts';
import { type NamePath, namePath, valueName } from './name-path.ts';
import type { ModuleBindings } from './scope.ts';
import { findSerializableClasses } from './serializable-classes.ts';

/**
 * Finds all workflows and steps of a file.
 * @returns `null` when it has no directive and no class that can be passed.
 * @throws CompileFailure with everything that is wrong, in source order.
 */
export function analyzeModule(file: SourceFile, moduleId: string): ModuleAnalysis | null {
  const items = parseModule(file);
  const found = findDirectives(file, items);
  const module: Node = { type: 'Module', span: { start: 0, end: file.code.length } };
  const bindings = bindModule(items, module);
  const classes = findSerializableClasses(bindings, moduleId);
  const directives = [...found.file, ...[...found.functions.values()].flat()];
  if (directives.length === 0 && classes.length === 0 && found.diagnostics.length === 0) return null;
  const search = new FunctionSearch({ file, items, bindings, found, moduleId, classes });
  const functions = search.run();
  if (search.errors.length > 0) throw new CompileFailure(search.errors.sort((a, b) => a.index - b.index));
  const spans = directives.map(({ kind, node }) => ({ kind, span: node.span }));
  const warnings = search.warnings.sort((a, b) => a.index - b.index);
  return { file, items, bindings, functions, classes, directives: spans, warnings };
}

interface Namesake {
  node: Node;
  kind: DirectiveKind;
  id: string;
  base: NamePath;
}

interface SearchInput {
  file: SourceFile;
  items: readonly Node[];
  bindings: ModuleBindings;
  found: FoundDirectives;
  moduleId: string;
  classes: readonly SerializableClass[];
}

class FunctionSearch {
  readonly errors: Diagnostic[];
  readonly warnings: Diagnostic[] = [];
  readonly #input: SearchInput;
  /** Functions of the same kind and path, in source order. */
  readonly #namesakes = new Map<string, Namesake[]>();

  constructor(input: SearchInput) {
    this.#input = input;
    this.errors = [...input.found.diagnostics];
  }

  run(): DirectiveFunction[] {
    const { bindings, file } = this.#input;
    this.#checkModule();
    const marked = this.#markedFunctions();
    const functions = [...marked]
      .sort(([a], [b]) => a.span.start - b.span.start)
      .flatMap(([node, kinds]) => this.#create(node, kinds));
    for (const step of functions.filter(({ kind, nested }) => kind === 'step' && nested)) {
      const context = { file, bindings, functions, diagnostics: this.errors };
      step.captures = findCaptures(step, subjectOf(step), context);
    }
    this.#warnOfOrder();
    functions.forEach((fn) => this.#warnOfInstance(fn));
    return functions;
  }

  /** Every function with a directive of its own or of its file, and the kinds that they say. */
  #markedFunctions(): Map<Node, Set<DirectiveKind>> {
    const { bindings, file, found, items } = this.#input;
    const marked = new Map<Node, Set<DirectiveKind>>();
    for (const [node, directives] of found.functions) marked.set(node, new Set(directives.map(({ kind }) => kind)));
    const kind = found.file[0]?.kind;
    if (!kind) return marked;
    const exported = findFileExports(file, items, { root: bindings.root, kind });
    this.errors.push(...exported.diagnostics);
    for (const node of exported.functions) {
      if (node['async'] !== true && !marked.has(node)) this.#report('compile_export_sync', node, kind);
      else marked.set(node, new Set([kind, ...(marked.get(node) ?? [])]));
    }
    return marked;
  }

  #create(node: Node, kinds: ReadonlySet<DirectiveKind>): DirectiveFunction[] {
    const { bindings, file } = this.#input;
    const scope = bindings.scopes.get(node)!;
    const [kind] = [...kinds] as [DirectiveKind];
    if (kinds.size > 1) {
      this.#report('compile_directive_both', node, null);
      return [];
    }
    const form = formOf(node, bindings.parents);
    const { path, id } = this.#name(node, kind);
    const candidate: Candidate = { kind, node, form, scope, subject: subjectOf({ kind, path }) };
    const problems = checkFunction(file, candidate, bindings);
    this.errors.push(...problems);
    if (problems.length > 0) return [];
    return [
      {
        kind,
        node,
        form,
        path,
        id,
        valueName: valueName(node, bindings.parents),
        nested: form === 'object-getter' || (!isClassForm(form) && !runsOnce(scope)),
        usesSelf: contextUses(node, bindings).own.some(({ name }) => name === 'this' || name === 'super'),
        captures: NOTHING,
      },
    ];
  }

  /** The second use of a path gets a number, so that every id stands for one function. */
  #name(node: Node, kind: DirectiveKind): { path: string; id: string } {
    const base = namePath(node, this.#input.bindings.parents);
    const key = `${kind}//${base.path}`;
    const namesakes = this.#namesakes.get(key) ?? [];
    const path = namesakes.length === 0 ? base.path : `${base.path}~${namesakes.length + 1}`;
    const id = `${kind}//${this.#input.moduleId}//${path}`;
    this.#namesakes.set(key, [...namesakes, { node, kind, id, base }]);
    return { path, id };
  }

  /** Functions without a name are told apart by their order, which is none that lasts. */
  #warnOfOrder(): void {
    for (const namesakes of this.#namesakes.values()) {
      for (const { node, kind, id, base } of namesakes) {
        if (base.named || (namesakes.length === 1 && !base.anonymous)) continue;
        this.#warn(node, compileError('compile_function_anonymous', { kind, id }));
      }
    }
  }

  /** Only instances of a class that says how can be passed; one that extends another may inherit it. */
  #warnOfInstance(step: DirectiveFunction): void {
    const { bindings, classes } = this.#input;
    const owner = passedClass(step, bindings);
    if (!owner || child(owner, 'superClass') || classes.some(({ node }) => node === owner)) return;
    const name = namePath(owner, bindings.parents).path;
    this.#warn(step.node, compileError('compile_step_instance', { subject: subjectOf(step), name }));
  }

  #warn(node: Node, error: WorkflowError): void {
    this.warnings.push(createDiagnostic(this.#input.file, node.span.start, error, 'warning'));
  }

  #report(code: 'compile_directive_both' | 'compile_export_sync', node: Node, kind: DirectiveKind | null): void {
    const { bindings, file } = this.#input;
    const { path } = namePath(node, bindings.parents);
    const subject = kind ? subjectOf({ kind, path }) : `The function "${path}"`;
    this.errors.push(createDiagnostic(file, node.span.start, compileError(code, { subject })));
  }

  #checkModule(): void {
    const { bindings, file, found, items } = this.#input;
    const [first, second] = found.file;
    if (first && second && first.kind !== second.kind) {
      const error = compileError('compile_directive_both', { subject: 'This file' });
      this.errors.push(createDiagnostic(file, second.node.span.start, error));
    }
    const commonjs = items.some(isModuleSyntax) ? undefined : bindings.references.find(isCommonJs);
    if (commonjs) {
      this.errors.push(createDiagnostic(file, commonjs.node.span.start, compileError('compile_module_commonjs', {})));
    }
  }
}

const NOTHING: Captures = { values: [], helpers: [], siblings: [], self: false };

function subjectOf({ kind, path }: { kind: DirectiveKind; path: string }): string {
  return `${kind === 'step' ? 'Step' : 'Workflow'} "${path}"`;
}

/** The class whose instance travels with each call of a step, if any. */
function passedClass({ captures, form, node, usesSelf }: DirectiveFunction, bindings: ModuleBindings): Node | null {
  const member = captures.self ? contextUses(node, bindings).outer.find(({ name }) => name === 'this')?.owner.node : node;
  if (!member || member['isStatic'] === true || !(captures.self || (usesSelf && isClassForm(form)))) return null;
  const owner = bindings.parents.get(member);
  return owner?.type.startsWith('Class') ? owner : null;
}

function isModuleSyntax({ type }: Node): boolean {
  return type.startsWith('Import') || type.startsWith('Export') || type === 'TsExportAssignment';
}

function isCommonJs({ name, binding }: ModuleBindings['references'][number]): boolean {
  return binding === null && (name === 'module' || name === 'exports');
}
