/** Runs all rules on one file of a project. */
import { matchesGlob } from 'node:path';
import { mayHoldDirective, mayHoldMisspelling } from '../../../compiler/directives.ts';
import { FileCode } from '../code/call-sites.ts';
import { type Finding, type QuickFix, diagnosticFinding } from '../findings/finding.ts';
import type { RuleGroup } from '../findings/rule.ts';
import { COMPONENT_FILE } from '../../../compiler/component-scripts.ts';
import type { Project, ProjectFile } from '../project/project.ts';
import { isAnyReached } from '../reach/reach.ts';
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
  const built = new Set(buildFindings(project, path, found));
  const shown = applySuppressions(file, [...found, ...built], project.wasBuilt).flatMap((finding) => {
    const own = built.has(finding) ? finding.severity : undefined;
    const severity = severityOf(settings, { code: finding.code, name: file.source.name, matchesGlob, own });
    return severity === 'off' ? [] : [{ ...finding, severity, fixes: finding.fixes.filter(isInCode(file)) }];
  });
  return shown.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** The problems that only the last build found: the rules have found the rest in the present text. */
function buildFindings(project: Project, path: string, found: readonly Finding[]): Finding[] {
  const known = new Set(found.map(({ code, span }) => `${code} ${span.start}`));
  return project
    .buildProblems(path)
    .filter(({ code, index }) => !known.has(`${code} ${index}`))
    .map(diagnosticFinding);
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

/** Of a component only the scripts are code: a fix must not write above or below them. */
function isInCode({ items, source: { path } }: ProjectFile): (fix: QuickFix) => boolean {
  if (!COMPONENT_FILE.test(path)) return () => true;
  const [start, end] = [items[0]?.span.start ?? 0, items.at(-1)?.span.end ?? 0];
  return ({ edits }) => edits.every(({ file, span }) => file !== path || (start <= span.start && span.end <= end));
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
    project.buildProblems(path).length > 0 ||
    project.isConcerned(path) ||
    isAnyReached(project, [path, ...project.importedFiles(path)])
  );
}

/**
 * The syntax errors of a file that may hold directives; none for other files. Editors leave them to TypeScript.
 */
export function syntaxFindings(project: Project, path: string): Finding[] {
  const code = project.text(path)?.code ?? '';
  return mayHoldDirective(code) ? project.syntaxProblems(path).map(diagnosticFinding) : [];
}
