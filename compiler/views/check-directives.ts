/** The last check of every view. */
import { CompileFailure, createDiagnostic } from '../diagnostics.ts';
import { compileError } from '../messages.ts';
import type { ViewBuilder } from './view-builder.ts';

/**
 * Checks that no directive is left: code that looks durable but is not would be worse than an error.
 * @throws CompileFailure `compile_directive_unprocessed`
 */
export function checkDirectives({ analysis, edits }: ViewBuilder, view: string): void {
  const left = analysis.directives.filter(({ span }) => !edits.isGone(span));
  const diagnostics = left.map(({ kind, span }) => {
    const error = compileError('compile_directive_unprocessed', { directive: `use ${kind}`, view });
    return createDiagnostic(analysis.file, span, error);
  });
  if (diagnostics.length > 0) throw new CompileFailure(diagnostics);
}
