/** Findings in the form of the protocol. */
import { pathToFileURL } from 'node:url';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import type { Finding, Severity } from '../analysis/findings/finding.ts';
import { pageOfCode } from '../analysis/findings/page-of-code.ts';
import { findingsIn, type OpenFile } from './workspace.ts';

const SOURCE = 'workflow';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
};

/** The diagnostics of a file. */
export function diagnose(file: OpenFile): Diagnostic[] {
  return findingsIn(file).map((finding) => toDiagnostic(file, finding));
}

/** One finding as a diagnostic. */
export function toDiagnostic({ path, positions }: OpenFile, finding: Finding): Diagnostic {
  return {
    source: SOURCE,
    code: finding.code,
    ...linkTo(finding),
    severity: SEVERITIES[finding.severity],
    range: positions.toRange(path, finding.span),
    message: finding.message,
    relatedInformation: finding.related.map(({ file, span, message }) => ({
      location: { uri: pathToFileURL(file).href, range: positions.toRange(file, span) },
      message,
    })),
  };
}

/** The page about the code, which editors open from it. */
function linkTo({ code }: Finding): Pick<Diagnostic, 'codeDescription'> {
  const page = pageOfCode(code);
  return page ? { codeDescription: { href: `${pathToFileURL(page.path).href}#L${page.line}` } } : {};
}
