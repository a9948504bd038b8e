/** Analyses a module that is parsed already. The editor uses this part alone, because it parses with TypeScript. */
import type { Node } from '../ast.ts';
import { type Diagnostic, type SourceFile, createDiagnostic } from '../diagnostics.ts';
import { isModuleSyntax } from '../globals/bound-code.ts';
import { compileError } from '../messages.ts';
import { bindModule } from './bind-module.ts';
import { findCalledClasses } from './called-classes.ts';
import { warnOfPrivateErrors } from './error-warnings.ts';
import { type FoundDirective, findDirectives } from './find-directives.ts';
import { findFunctions } from './find-functions.ts';
import { warnOfInstances } from './function-warnings.ts';
import { warnOfLostChanges } from './lost-changes.ts';
import { warnOfMisplacedCalls } from './misplaced-calls.ts';
import type { ModuleAnalysis, ParsedModule } from './module-analysis.ts';
import type { ModuleBindings, Reference } from './scope.ts';
import { findSerializableClasses } from './serializable-classes.ts';

/** The workflows and steps of a file, and its mistakes: an editor shows both. */
export interface ModuleFindings {
  /** Without the functions that are wrong; `null` when there is nothing to compile. */
  analysis: ModuleAnalysis | null;
  /** Every reason not to compile the file, in source order. */
  problems: Diagnostic[];
}

/**
 * Binds the names of a file that was parsed.
 * @param items Its statements.
 * @param factories The names that its settings give to what makes JSX elements, see `configuredJsxFactories`.
 */
export function bindFile(file: SourceFile, items: readonly Node[], factories: readonly string[] = []): ParsedModule {
  const module = { type: 'Module', span: { start: 0, end: file.code.length } };
  return { file, items, bindings: bindModule(items, module, jsxFactories(file.code, factories)) };
}

/** The names that JSX elements of a file use: `h` of `@jsx h` in a comment, `Preact` of `@jsx Preact.h`. */
function jsxFactories(code: string, configured: readonly string[]): string[] {
  const named = [...code.matchAll(/@jsx(?:Frag)?\s+([\w$]+)/g)].map(([, name]) => name!);
  return [...new Set(['React', ...configured, ...named])];
}

/** Finds the workflows and steps of a file, and everything that is wrong with them. */
export function inspectModule(parsed: ParsedModule, moduleId: string): ModuleFindings {
  const { file, items, bindings } = parsed;
  const found = findDirectives(parsed);
  const classes = findSerializableClasses(bindings, moduleId);
  const directives = [...found.file, ...[...found.functions.values()].flat()];
  const { functions, errors, warnings } = findFunctions({ file, items, bindings, found, moduleId });
  const findings = [...found.diagnostics, ...errors];
  if (directives.length + classes.length + functions.length === 0)
    return { analysis: null, problems: inOrder(findings) };
  const problems = [...findings, ...checkFile(file, found.file), ...checkSyntax(file, items, bindings)];
  const analysis = {
    file,
    items,
    bindings,
    functions,
    classes,
    calledClasses: findCalledClasses({ bindings, functions, classes, moduleId }),
    fileDirectives: found.file.map(({ node }) => node.span),
    directives: directives.map(({ kind, node }) => ({ kind, span: node.span })),
    warnings: inOrder([
      ...warnings,
      ...warnOfInstances({ file, bindings, functions, classes }),
      ...warnOfPrivateErrors({ file, bindings, functions, classes }),
      ...warnOfLostChanges({ file, bindings, functions }),
      ...warnOfMisplacedCalls({ file, bindings, functions }),
    ]),
  };
  return { analysis, problems: inOrder(problems) };
}

/** In source order, and each problem of a place once: steps that call each other share what is wrong. */
function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byPlace = new Map(diagnostics.map((diagnostic) => [`${diagnostic.index} ${diagnostic.code}`, diagnostic]));
  return [...byPlace.values()].sort((a, b) => a.index - b.index);
}

function checkFile(file: SourceFile, [first, ...others]: readonly FoundDirective[]): Diagnostic[] {
  const other = others.find(({ kind }) => kind !== first!.kind);
  if (!other) return [];
  const error = compileError('compile_directive_both', { subject: 'This file' });
  return [createDiagnostic(file, other.node.span, error)];
}

function checkSyntax(file: SourceFile, items: readonly Node[], { references }: ModuleBindings): Diagnostic[] {
  const exported = items.find(({ type }) => type === 'TsExportAssignment');
  const commonJs = exported ?? (items.some(isModuleSyntax) ? undefined : references.find(isCommonJs)?.node);
  return commonJs ? [createDiagnostic(file, commonJs.span, compileError('compile_module_commonjs', {}))] : [];
}

const COMMON_JS_NAMES = new Set(['module', 'exports', 'require']);

function isCommonJs({ name, binding }: Reference): boolean {
  return binding === null && COMMON_JS_NAMES.has(name);
}
