/** Findings as diagnostics of the protocol. */
import { pathToFileURL } from 'node:url';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Finding, Severity } from '../analysis/findings/finding.ts';
import { findingsIn, type OpenFile } from './workspace.ts';

const SOURCE = 'workflow';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
};

export function diagnose(file: OpenFile): Diagnostic[] {
  return findingsIn(file).map((finding) => toDiagnostic(file, finding));
}

export function toDiagnostic({ path, places }: OpenFile, finding: Finding): Diagnostic {
  return {
    source: SOURCE,
    code: finding.code,
    severity: SEVERITIES[finding.severity],
    range: places.toRange(path, finding.span),
    message: finding.message,
    relatedInformation: finding.related.map(({ file, span, message }) => ({
      location: { uri: pathToFileURL(file).href, range: places.toRange(file, span) },
      message,
    })),
  };
}
