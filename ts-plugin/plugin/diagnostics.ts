/** Diagnostics and their fixes. */
import type ts from 'typescript-6';
import { RULE_GROUPS } from '../analysis/rules/all-rules.ts';
import { combineFixes } from '../analysis/edits/apply-edits.ts';
import type { Finding } from '../analysis/findings/finding.ts';
import { suppressFix } from '../analysis/check/suppressions.ts';
import type { Extensions } from './extend-service.ts';
import { codeOfFixId, numberOf, toCodeFix, toDiagnostic, toFileChanges, toSpan } from './report-findings.ts';
import type { WorkflowSession } from './workflow-session.ts';

const SUPPORTED_CODES = RULE_GROUPS.flatMap(({ rules }) => rules.map(({ code }) => String(numberOf(code))));

/** Adds findings to diagnostics. Editors ask for a whole file, or first for a part of a long one. */
export function diagnosticExtensions(session: WorkflowSession): Extensions {
  const report = (findings: readonly Finding[]): ts.Diagnostic[] =>
    findings.map((finding) => toDiagnostic(session, finding));
  return {
    getSemanticDiagnostics: (ask, fileName) => [...ask(), ...report(problemsOf(session, fileName))],
    getSuggestionDiagnostics(ask, fileName) {
      const hints = session.findings(fileName).filter(({ severity }) => severity === 'hint');
      return [...ask(), ...(report(hints) as ts.DiagnosticWithLocation[])];
    },
    getRegionSemanticDiagnostics(ask, fileName) {
      const answer = ask();
      if (!answer) return answer;
      const shown = problemsOf(session, fileName).filter(({ span }) =>
        answer.spans.some((part) => touches(span, toSpan(part))),
      );
      return { ...answer, diagnostics: [...answer.diagnostics, ...report(shown)] };
    },
  };
}

function problemsOf(session: WorkflowSession, fileName: string): Finding[] {
  return session.findings(fileName).filter(({ severity }) => severity !== 'hint');
}

/** Adds the fixes of findings. */
export function codeFixExtensions(session: WorkflowSession): Extensions {
  return {
    getSupportedCodeFixes: (ask) => [...ask(), ...SUPPORTED_CODES],
    getCodeFixesAtPosition(ask, fileName, start, end, errorCodes) {
      const wanted = session
        .findings(fileName)
        .filter(({ code, span }) => errorCodes.includes(numberOf(code)) && touches(span, { start, end }));
      return wanted.length === 0 ? ask() : [...fixesOf(session, fileName, wanted), ...ask()];
    },
    getCombinedCodeFix(ask, scope, fixId) {
      const code = codeOfFixId(fixId);
      if (code === null) return ask();
      const fixes = session
        .findings(scope.fileName)
        .filter((finding) => finding.code === code)
        .flatMap((finding) => finding.fixes.find(({ isForAll }) => isForAll) ?? []);
      return { changes: toFileChanges([...combineFixes(fixes).values()].flat()) };
    },
  };
}

/** The fixes of findings; the last one of each suppresses it. */
function fixesOf(session: WorkflowSession, fileName: string, findings: readonly Finding[]): ts.CodeFixAction[] {
  const file = session.file(fileName);
  return findings.flatMap((finding) => {
    const silence = file ? [suppressFix(file, finding)] : [];
    return [...finding.fixes, ...silence].map((fix) => toCodeFix(finding, fix));
  });
}

function touches(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start <= b.end && b.start <= a.end;
}
