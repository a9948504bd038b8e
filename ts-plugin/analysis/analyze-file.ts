/** Everything that the rules find in one file of a project. */
import { matchesGlob } from 'node:path';
import { mayHoldDirective, mayHoldMisspelling } from '../../compiler/directives.ts';
import { RULE_GROUPS } from './all-rules.ts';
import { type CallSite, listCalls } from './call-sites.ts';
import { CodeContexts } from './contexts.ts';
import type { Finding } from './finding.ts';
import type { Project, ProjectFile } from './project.ts';
import { isReached } from './reach/reach.ts';
import type { RuleContext } from './rule.ts';
import { type AnalysisSettings, DEFAULT_SETTINGS, severityOf } from './settings.ts';
import { applySuppressions } from './suppressions.ts';

/** @returns In the order of the text, without what is switched off or suppressed. */
export function analyzeFile(project: Project, path: string, settings: AnalysisSettings = DEFAULT_SETTINGS): Finding[] {
  if (!isWorthALook(project, path)) return [];
  const file = project.file(path);
  if (!file) return [];
  const context = createContext(project, file);
  const found = RULE_GROUPS.flatMap((group) => [...group.check(context)]);
  const shown = applySuppressions(file, found).flatMap((finding) => {
    const severity = severityOf(settings, { code: finding.code, name: file.source.name, matchesGlob });
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
  return shown.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

function createContext(project: Project, file: ProjectFile): RuleContext {
  let calls: readonly CallSite[] | undefined;
  return {
    project,
    file,
    get calls() {
      return (calls ??= listCalls(project, file, new CodeContexts({ project, file })));
    },
  };
}

/** Most files have nothing to do with workflows, and cost a search of their text. */
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
