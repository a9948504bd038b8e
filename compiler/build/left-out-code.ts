/** Judges code that runs when its module loads, but is left out of workflows: whether workflow code misses it. */
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { type Node, type Span, child, contains, text } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import { isAbout, readIgnoreComments } from '../ignore-comments.ts';
import { compileError } from '../messages.ts';
import { type CodeChange, type CodeModules, effectsOf } from '../workflow-code/code-effects.ts';
import type { OptionalPart } from '../workflow-code/optional-parts.ts';
import { loadedSources } from '../workflow-code/workflow-code.ts';
import type { BuildModules, CutModule } from './build-modules.ts';
import { type CodeChoices, effectsKey } from './code-choices.ts';
import { importedAs, type ModuleGraph, modulesBehind } from './module-graph.ts';
import { parseLeniently } from './parse-leniently.ts';
import type { BuildProject } from './project.ts';
import type { BundleOutput } from './run-bundler.ts';
import { isInstalled, isOfProject, packageOf } from './source-files.ts';
import { sourcePlaces } from './source-map.ts';
import type { ResolvedImports } from './view-plugin.ts';

interface Context {
  project: BuildProject;
  modules: BuildModules;
  choices: CodeChoices;
  graph: ModuleGraph;
  resolvedImports: ResolvedImports;
  output: BundleOutput;
}

/**
 * An error for code whose effect workflow code depends on, a warning where that cannot be told, and nothing for the
 * rest.
 */
export function diagnoseLeftOut(context: Context): Diagnostic[] {
  const judge = new Judge(context);
  return context.modules.inWorkflows.flatMap(({ source: { path }, analysis, code }) => {
    const parts = code.optional.filter(({ unit }) => !code.evaluated.has(unit));
    return [
      ...parts.flatMap((part) => judge.part(analysis, part)),
      ...[...loadedSources(code)].flatMap((source) => {
        const reason = context.choices.reason({ path, key: effectsKey(source) });
        return reason === null ? [] : judge.loaded(context.resolvedImports.get(path)?.get(source), reason);
      }),
    ];
  });
}

class Judge implements CodeModules {
  readonly #context: Context;
  readonly #parsed = new Map<string, ParsedModule | null>();
  #places: ReadonlySet<string> | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  part(module: ParsedModule, part: OptionalPart): Diagnostic[] {
    const { path } = module.file;
    const { unit } = part;
    const reason = part.host?.reason ?? this.#context.choices.reason({ path, key: part.key });
    // A value that a package makes for steps.
    if (reason === null) return [];
    if (unit.kind !== 'import') return this.#judge(module, { node: unit.node, reason, at: part.host?.node });
    const target = this.#context.resolvedImports.get(path)?.get(text(child(unit.item, 'source')!));
    if (target && !isInstalled(target)) return this.loaded(target, reason);
    return this.#judge(module, { node: unit.item, reason, isUnknown: true });
  }

  /** The statements of the project's own modules behind an import whose effects are left out. */
  loaded(target: string | undefined, reason: string): Diagnostic[] {
    const { graph, modules } = this.#context;
    const plain = [...modulesBehind(graph, target ? [target] : [])].filter((id) => !modules.has(id));
    return plain.flatMap((id) => {
      const cut = modules.cutModule(id);
      if (!cut) return [];
      return this.#effectsIn(cut).flatMap((node) => this.#judge(cut.analysis, { node, reason }));
    });
  }

  /** The code that a plain file does when it loads, as far as it is not in the bundle. */
  #effectsIn({ analysis, code }: CutModule): Node[] {
    const isGone = (this.#context.output.chunk.modules[analysis.file.path]?.renderedLength ?? 0) === 0;
    // The bundler keeps a file with all that it does, or nothing of it; a map knows the places of plain statements.
    return Array.from(code.evaluated, ({ node }) => node).filter(
      ({ type, span }) => isGone || (type === 'ExpressionStatement' && !this.#isInBundle(analysis, span.start)),
    );
  }

  #judge(
    module: ParsedModule,
    { node, reason, at, isUnknown = false }: { node: Node; reason: string; at?: Node | undefined; isUnknown?: boolean },
  ): Diagnostic[] {
    const { changes, globals } = effectsOf(this, module.file.path, node);
    const needed = changes.find((change) => this.#isNeeded(change));
    if (needed) {
      const error = compileError('compile_setup_missing', { subject: text(needed.node), reason });
      const { span } = at && contains(node.span, at.span) ? at : node;
      return [this.#diagnostic(module, span, error, 'error')];
    }
    const warning = compileError('compile_code_left_out', { reason });
    const isUsed = isUnknown || [...globals.keys()].some((name) => this.#isNamed(name));
    return isUsed ? [this.#diagnostic(module, node.span, warning, 'warning')] : [];
  }

  #diagnostic({ file, bindings }: ParsedModule, span: Span, error: WorkflowError, severity: Diagnostic['severity']) {
    const found = createDiagnostic(file, span, error, severity);
    const comments = readIgnoreComments(file, bindings);
    return { ...found, isAccepted: comments.some((one) => isAbout(one, found.code, found.line)) };
  }

  /** Whether code in the bundle may read a member of this name. */
  #isNamed(name: string): boolean {
    const member = new RegExp(`[.'"\`]${name.replace(/\W/g, '\\$&')}(?![\\w$])`);
    return member.test(this.#context.output.chunk.code);
  }

  /** Whether the bundle holds what changes. */
  #isNeeded({ target }: CodeChange): boolean {
    if ('package' in target) return this.#holdsPackage(target.package);
    const module = this.module(target.path);
    if (module === null || target.binding.scope !== module.bindings.root) return false;
    return target.binding.declarations.some((node) => {
      const name = child(node, 'id') ?? child(node, 'identifier') ?? node;
      return this.#isInBundle(module, name.span.start);
    });
  }

  #holdsPackage(name: string): boolean {
    return Object.entries(this.#context.output.chunk.modules).some(
      ([id, { renderedLength }]) => renderedLength > 0 && isInstalled(id) && packageOf(id) === name,
    );
  }

  /** Whether the code at an index of a module is in the bundle. */
  #isInBundle({ file }: ParsedModule, index: number): boolean {
    const { chunk } = this.#context.output;
    if ((chunk.modules[file.path]?.renderedLength ?? 0) === 0) return false;
    this.#places ??= sourcePlaces(chunk.map!.toString(), this.#context.project.rootDir);
    const { line, column } = file.positions.at(index);
    return this.#places.has(`${file.path}:${line}:${column}`);
  }

  target(path: string, source: string): string | null {
    const known = this.#context.resolvedImports.get(path)?.get(source);
    return known ?? importedAs(source, this.#context.graph.get(path) ?? []);
  }

  packageAt(path: string): string | null {
    return isInstalled(path) ? packageOf(path) : null;
  }

  module(path: string): ParsedModule | null {
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const { modules, project } = this.#context;
    const cut = modules.cutModule(path)?.analysis;
    const parsed = cut ?? (isOfProject(path) ? parseLeniently(project.rootDir, path) : null);
    this.#parsed.set(path, parsed);
    return parsed;
  }

  durable(path: string): ReadonlySet<Node> {
    const cut = this.#context.modules.cutModule(path);
    return new Set([...(cut?.code.removed ?? []), ...(cut?.analysis.functions.map(({ node }) => node) ?? [])]);
  }
}
