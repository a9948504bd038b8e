/** Runs all rules on one file of a project. */
import { matchesGlob } from 'node:path';
import { mayHoldDirective, mayHoldMisspelling } from '../../../compiler/directives.ts';
import { FileCode } from '../code/call-sites.ts';
import { type Finding, diagnosticFinding } from '../findings/finding.ts';
import type { RuleGroup } from '../findings/rule.ts';
import type { Project } from '../project/project.ts';
import { isReached } from '../reach/reach.ts';
import { RULE_GROUPS } from '../rules/all-rules.ts';
import { type AnalysisSettings, DEFAULT_SETTINGS, severityOf } from '../settings/settings.ts';
import { applySuppressions } from './suppressions.ts';

/** The findings of one file in the order of the text, without those that are switched off or suppressed. */
export function analyzeFile(project: Project, path: string, settings: AnalysisSettings = DEFAULT_SETTINGS): Finding[] {
  if (!isWorthALook(project, path)) return [];
  const file = project.file(path);
  if (!file) return [];
  const code = new FileCode(project, file);
  const found = RULE_GROUPS.flatMap((group) => checkGroup(group, code));
  const shown = applySuppressions(file, found).flatMap((finding) => {
    const severity = severityOf(settings, { code: finding.code, name: file.source.name, matchesGlob });
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
  return shown.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Calls are many and nearly all of them are right, so no lists are made for these. */
function checkGroup({ calls: checks = [], check }: RuleGroup, code: FileCode): Finding[] {
  const findings: Finding[] = [];
  for (const site of checks.length > 0 ? code.typedCalls : []) {
    for (const checkCall of checks) {
      const found = checkCall(site);
      if (Array.isArray(found)) findings.push(...found);
      else if (found) findings.push(found);
    }
  }
  if (check) findings.push(...check(code));
  return findings;
}

/** Whether rules may find something in a file. Files without workflows cost one text search. */
export function isWorthALook(project: Project, path: string): boolean {
  const text = project.text(path);
  if (!text) return false;
  const { code } = text;
  return (
    mayHoldDirective(code) ||
    code.includes('workflow') ||
    mayHoldMisspelling(code) ||
    project.isConcerned(path) ||
    isReached(project, path)
  );
}

/**
 * The syntax errors of a file that may hold directives; none for other files. Editors leave them to TypeScript.
 */
export function syntaxFindings(project: Project, path: string): Finding[] {
  const code = project.text(path)?.code ?? '';
  return mayHoldDirective(code) ? project.syntaxProblems(path).map(diagnosticFinding) : [];
}
