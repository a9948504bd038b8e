/** Turns what the bundler reports into diagnostics at the source text. */
import { existsSync } from 'node:fs';
import type { RolldownLog } from 'rolldown';
import type { View } from '../compile-module.ts';
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics.ts';
import type { Position } from '../code-frame.ts';
import { compileError } from '../messages.ts';
import type { BuildModules } from './build-modules.ts';
import { isInstalled, packageOf, readSourceFile } from './source-files.ts';
import { createPositionLookup } from './source-map.ts';

/** The bundle in which something was reported. */
export interface BundleOrigin {
  rootDir: string;
  modules: BuildModules;
  view: View;
}

/** Something in a bundle that cannot work in a run. */
export interface BundleProblem {
  diagnostic: Diagnostic;
  /** Ids of the modules that it comes from: code that does not lead to one of them is innocent. Empty: not known. */
  modules: readonly string[];
  /** The problem as the reason to leave out code, in a few words: `it needs "node:fs"`. */
  reason: string;
}

/** The reports in an error that the bundler threw; an error of another kind is thrown on. */
export function bundlerReports(error: unknown): RolldownLog[] {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors)) return error.errors;
  throw error;
}

/**
 * A report of the bundler as a diagnostic. One without a place is shown at the first module of the build.
 * @throws WorkflowError when there is no module either.
 */
export function toDiagnostic(origin: BundleOrigin, report: RolldownLog, severity: Diagnostic['severity']): Diagnostic {
  const path = report.loc?.file ?? report.id;
  if (path === undefined || !existsSync(path)) {
    const [first] = origin.modules.all;
    if (!first) throw describe(report);
    return createDiagnostic(first.source, 0, describe(report), severity);
  }
  const file = readSourceFile(origin.rootDir, path);
  const place = report.loc ? sourcePosition(origin, path, report.loc) : { line: 1, column: 0 };
  const index = file.positions.indexAt(place);
  const shown = report.code === 'INVALID_TLA_FORMAT' ? awaitAt(file.code, index) : index;
  return createDiagnostic(file, shown, describe(report), severity);
}

/** The bundler rewrites `await using`, and so does not know its place. */
function awaitAt(code: string, index: number): number {
  if (/^(?:await|for)\b/.test(code.slice(index))) return index;
  const using = code.search(/(?<=^\s*)await\s+using\b/m);
  return using < 0 ? index : using;
}

/**
 * The warnings about places in the user's own files. Imports that lead nowhere are judged by each bundle itself, and
 * directives such as 'use server' are for the application's bundler.
 */
export function toWarnings(origin: BundleOrigin, logs: readonly RolldownLog[]): Diagnostic[] {
  return logs
    .filter(({ code, loc }) => !NO_WARNINGS.has(code ?? '') && loc?.file !== undefined && !isInstalled(loc.file))
    .map((log) => toDiagnostic(origin, log, 'warning'));
}

const NO_WARNINGS = new Set(['UNRESOLVED_IMPORT', 'MODULE_LEVEL_DIRECTIVE']);

/** The bundler sees compiled text; people want the place in their own. */
function sourcePosition({ modules, view }: BundleOrigin, path: string, place: Position): Position {
  const map = modules.last(path, view)?.map;
  if (!map) return place;
  return createPositionLookup(map)(place) ?? place;
}

const IN_A_STEP = `call it in a 'use step' function`;

function describe(report: RolldownLog): WorkflowError {
  if (report.code === 'UNRESOLVED_IMPORT') {
    return compileError('compile_import_unresolved', { specifier: report.exporter ?? 'This import' });
  }
  if (report.code === 'INVALID_TLA_FORMAT') return compileError('compile_await_toplevel', {});
  if (report.code === 'EMPTY_IMPORT_META') return compileError('compile_import_meta', {});
  // The first line says it; the rest is a frame, which diagnostics have themselves.
  const reason = report.message.split('\n', 1)[0]!.replace(/^\[[A-Z_]+\] /, '');
  const path = report.loc?.file ?? report.id;
  if (report.code === 'MISSING_EXPORT' && path !== undefined && isInstalled(path)) {
    const why = `has parts that are only there for Node (${reason})`;
    return compileError('compile_package_unsuited', { name: packageOf(path), why, chain: '', instead: IN_A_STEP });
  }
  if (report.code === 'TSCONFIG_ERROR') return compileError('compile_tsconfig_unreadable', { reason });
  return compileError('compile_bundle_failed', { reason });
}
