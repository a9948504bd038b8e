/** Judges code that runs when its module loads, but is left out of workflows: whether workflow code misses it. */
import { type Node, child, contains, parentOf, text } from '../ast.ts';
import type { ParsedModule } from '../analyze/module-analysis.ts';
import type { Binding } from '../analyze/scope.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import { ChangedValues } from '../workflow-code/changed-values.ts';
import { changedGlobals, findSubjects, type Subject } from '../workflow-code/changed-subjects.ts';
import { findExported, wantedExport } from '../workflow-code/exported-binding.ts';
import type { OptionalPart } from '../workflow-code/optional-parts.ts';
import { loadedSources } from '../workflow-code/workflow-code.ts';
import type { BuildModules, CutModule } from './build-modules.ts';
import { type CodeChoices, effectsKey } from './code-choices.ts';
import { importedAs, type ModuleGraph, modulesBehind } from './module-graph.ts';
import { parseLeniently } from './parse-leniently.ts';
import type { BuildProject } from './project.ts';
import type { BundleOutput } from './run-bundler.ts';
import { isInstalled, packageOf } from './source-files.ts';
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
    const imports = [...loadedSources(code)].filter((source) => context.choices.leavesOutEffects(path, source));
    return [
      ...parts.flatMap((part) => judge.part(analysis, part)),
      ...imports.flatMap((source) =>
        judge.loaded(
          context.resolvedImports.get(path)?.get(source),
          context.choices.reason({ path, key: effectsKey(source) }) ?? '',
        ),
      ),
    ];
  });
}

class Judge {
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
    const source = text(child(unit.item, 'source')!);
    const target = this.#context.resolvedImports.get(path)?.get(source);
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
    const needed = findSubjects(node).find((subject) => this.#isNeeded(module, subject));
    if (needed) {
      const error = compileError('compile_setup_missing', { subject: text(needed.node), reason });
      const { span } = at && contains(node.span, at.span) ? at : node;
      return [createDiagnostic(module.file, span, error)];
    }
    const warning = compileError('compile_code_left_out', { reason });
    const isUsed = isUnknown || changedGlobals(node).some((name) => this.#isNamed(name));
    return isUsed ? [createDiagnostic(module.file, node.span, warning, 'warning')] : [];
  }

  /** Whether code in the bundle may read a member of this name. */
  #isNamed(name: string): boolean {
    const member = new RegExp(`[.'"\`]${name.replace(/\W/g, '\\$&')}(?![\\w$])`);
    return member.test(this.#context.output.chunk.code);
  }

  /** Whether the bundle holds what a name stands for, or what its function changes. */
  #isNeeded(module: ParsedModule, { binding, isCalled }: Subject): boolean {
    if (binding.scope !== module.bindings.root) return false;
    if (binding.kind !== 'import') return this.#isChangedIn(module, binding, isCalled);
    const specifier = binding.declarations[0]!;
    const item = parentOf(specifier);
    const source = item && child(item, 'source');
    const target = source && this.#resolve(module.file.path, text(source));
    if (!target) return false;
    if (isInstalled(target)) return this.#holdsPackage(packageOf(target));
    const other = this.#parse(target);
    const exported = other && findExported(other, wantedExport(specifier));
    return other && exported ? this.#isChangedIn(other, exported, isCalled) : false;
  }

  #isChangedIn(module: ParsedModule, binding: Binding, isCalled: boolean): boolean {
    const changed = isCalled ? new ChangedValues(module.bindings, new Set()).of(binding) : new Set([binding]);
    return [...changed].some((one) =>
      one.declarations.some((node) => {
        const name = child(node, 'id') ?? child(node, 'identifier') ?? node;
        return this.#isInBundle(module, name.span.start);
      }),
    );
  }

  #resolve(path: string, source: string): string | null {
    const known = this.#context.resolvedImports.get(path)?.get(source);
    if (known) return known;
    return importedAs(source, this.#context.graph.get(path) ?? []);
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

  #parse(path: string): ParsedModule | null {
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const { modules, project } = this.#context;
    const parsed = modules.cutModule(path)?.analysis ?? parseLeniently(project.rootDir, path);
    this.#parsed.set(path, parsed);
    return parsed;
  }
}
