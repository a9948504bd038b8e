/** Finds the workflows and steps of a module, with their ids and captures. */
import type { Node } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic, headOf } from '../diagnostics.ts';
import type { DirectiveKind } from '../directives.ts';
import { compileError, subjectOf } from '../messages.ts';
import { type AgentOption, findAgentOptions } from './agent-options.ts';
import { type CaptureContext, findCaptures } from './captures.ts';
import { checkFunction } from './check-function.ts';
import { findFileExports } from './file-exports.ts';
import type { FoundDirectives } from './find-directives.ts';
import { contextUses, formOf, isClassForm, runsOnce } from './function-place.ts';
import { isMatterOfOrder, type Namesake, warnOfOrder } from './function-warnings.ts';
import type { Captures, DirectiveFunction } from './module-analysis.ts';
import { keyPath, namePath, valueName } from './name-path.ts';
import type { ModuleBindings } from './scope.ts';

/** A bound module with its directives. `moduleId` is the `<module>` part of ids. */
export interface FindInput {
  file: SourceFile;
  items: readonly Node[];
  bindings: ModuleBindings;
  found: FoundDirectives;
  moduleId: string;
}

/** The workflows and steps of a module, with everything that is wrong with them. */
export interface FoundFunctions {
  /** In source order; those with errors are left out. */
  functions: DirectiveFunction[];
  errors: Diagnostic[];
  warnings: Diagnostic[];
}

/** Turns marked functions into workflows and steps, and the options of agents into steps. */
export function findFunctions(input: FindInput): FoundFunctions {
  const search = new FunctionSearch(input);
  const functions = search.run();
  return { functions, errors: search.errors, warnings: search.warnings };
}

class FunctionSearch {
  readonly errors: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  readonly #input: FindInput;
  /** Functions of the same kind and path, in source order. */
  readonly #namesakes = new Map<string, Namesake[]>();

  constructor(input: FindInput) {
    this.#input = input;
  }

  run(): DirectiveFunction[] {
    const { bindings, file, items } = this.#input;
    const functions = [...this.#markedFunctions()]
      .sort(([a], [b]) => a.span.start - b.span.start)
      .flatMap(([node, kinds]) => this.#create(node, [...kinds]) ?? []);
    for (const step of functions.filter(({ kind, nested }) => kind === 'step' && nested)) {
      const scope = bindings.scopes.get(step.node)!;
      step.captures = this.#capturesOf(step, { scope, functions, diagnostics: this.errors });
    }
    // They are named last, so that they never change the id of a function with a directive.
    const options = findAgentOptions({ code: file.code, items, bindings, functions }).flatMap(
      (option) => this.#createOption(option, functions) ?? [],
    );
    const all = [...functions, ...options].sort((a, b) => a.node.span.start - b.node.span.start);
    for (const namesakes of this.#namesakes.values()) {
      this.warnings.push(...warnOfOrder(file, namesakes));
      const ordered = new Set(namesakes.filter((one) => isMatterOfOrder(one, namesakes)).map(({ node }) => node));
      for (const fn of all) if (ordered.has(fn.node)) fn.isOrdered = true;
    }
    return all;
  }

  #capturesOf(step: DirectiveFunction, context: Pick<CaptureContext, 'scope' | 'functions' | 'diagnostics'>): Captures {
    const { bindings, file } = this.#input;
    return findCaptures(step, subjectOf(step), { file, bindings, ...context });
  }

  /** `null` when the option cannot be moved and may belong to something else than an agent. */
  #createOption(option: AgentOption, functions: readonly DirectiveFunction[]): DirectiveFunction | null {
    const { name, node, object, scope, isCertain } = option;
    const step: DirectiveFunction = {
      kind: 'step',
      node,
      form: 'agent-option',
      directives: [],
      ...this.#name({ node, kind: 'step', base: keyPath(object, name), isOption: true }),
      isOrdered: false,
      valueName: name,
      nested: true,
      usesSelf: false,
      captures: NOTHING,
    };
    const diagnostics: Diagnostic[] = [];
    step.captures = this.#capturesOf(step, { scope, functions, diagnostics });
    if (!isCertain && diagnostics.length > 0) return null;
    this.errors.push(...diagnostics);
    return step;
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
      if (node['async'] !== true && !marked.has(node)) this.#reportSync(node, kind);
      else marked.set(node, new Set([kind, ...(marked.get(node) ?? [])]));
    }
    return marked;
  }

  /** `null` for a function with errors, and for one that the binder does not know: each view reports what is left. */
  #create(node: Node, [kind, otherKind]: readonly DirectiveKind[]): DirectiveFunction | null {
    const { bindings, file, found } = this.#input;
    const scope = bindings.scopes.get(node);
    if (!scope || !kind) return null;
    if (otherKind) return this.#reportBoth(node);
    const form = formOf(node);
    const { path, id } = this.#name({ node, kind, base: namePath(node), isOption: false });
    const problems = checkFunction(file, { kind, node, form, scope, subject: subjectOf({ kind, path }) }, bindings);
    this.errors.push(...problems);
    if (problems.length > 0) return null;
    return {
      kind,
      node,
      form,
      directives: (found.functions.get(node) ?? []).map((directive) => directive.node.span),
      path,
      id,
      isOrdered: false,
      valueName: valueName(node),
      nested: form === 'object-getter' || (!isClassForm(form) && !runsOnce(scope)),
      usesSelf: contextUses(node, bindings).own.some(({ name }) => name === 'this' || name === 'super'),
      captures: NOTHING,
    };
  }

  /** The second use of a path gets a number, so that every id stands for one function. */
  #name(one: Namesake): { path: string; id: string } {
    const { kind, base } = one;
    const key = `${kind}//${base.path}`;
    const namesakes = this.#namesakes.get(key) ?? [];
    const path = namesakes.length === 0 ? base.path : `${base.path}~${namesakes.length + 1}`;
    const id = `${kind}//${this.#input.moduleId}//${path}`;
    this.#namesakes.set(key, [...namesakes, one]);
    return { path, id };
  }

  #reportBoth(node: Node): null {
    const { file } = this.#input;
    const { path } = namePath(node);
    const error = compileError('compile_directive_both', { subject: `The function "${path}"` });
    this.errors.push(createDiagnostic(file, headOf(file, node), error));
    return null;
  }

  #reportSync(node: Node, kind: DirectiveKind): void {
    const { file } = this.#input;
    const { path } = namePath(node);
    const error = compileError('compile_export_sync', { subject: subjectOf({ kind, path }), kind });
    this.errors.push(createDiagnostic(file, headOf(file, node), error));
  }
}

const NOTHING: Captures = { values: [], helpers: [], siblings: [], self: false };
