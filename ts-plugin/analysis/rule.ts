/** The form of a rule. */
import type { Span } from '../../compiler/ast.ts';
import type { WorkflowError } from '../../runtime/contract/errors.ts';
import type { CallSite } from './call-sites.ts';
import type { Finding, QuickFix, RelatedPlace, Severity } from './finding.ts';
import type { Project, ProjectFile } from './project.ts';

/** One code, with what tools without names call it. */
export interface Rule {
  code: string;
  /**
   * 1xxx: directives, 2xxx: the sandbox, 3xxx: values that cross a boundary, 4xxx: calls, 5xxx: this package's functions,
   * 6xxx: the project. Never given to another rule.
   */
  number: number;
  /** What it is unless the settings say otherwise. */
  severity: Severity | 'off';
}

/** What a group of rules looks at. */
export interface RuleContext {
  project: Project;
  file: ProjectFile;
  /** Every call of the file. Listed once for all groups, and only when one asks. */
  readonly calls: readonly CallSite[];
}

/** Rules that are checked in one go. */
export interface RuleGroup {
  rules: readonly Rule[];
  check(context: RuleContext): Iterable<Finding>;
}

/** What is to be said of one call. */
export type CallCheck = (site: CallSite) => Finding | Finding[] | null;

/** Asks each check about each call. They are many times many, and nearly all have nothing to say: no lists are made for these. */
export function checkCalls(calls: readonly CallSite[], checks: readonly CallCheck[]): Finding[] {
  const findings: Finding[] = [];
  for (const call of calls) {
    for (const check of checks) {
      const found = check(call);
      if (Array.isArray(found)) findings.push(...found);
      else if (found) findings.push(found);
    }
  }
  return findings;
}

/** Makes a finding of an error of a catalogue. Its severity is set when the settings are known. */
export function createFinding(
  file: ProjectFile,
  span: Span,
  error: WorkflowError,
  { related = [], fixes = [] }: { related?: RelatedPlace[]; fixes?: QuickFix[] } = {},
): Finding {
  const { code, message, fix } = error;
  return { code, severity: 'error', message, fix, file: file.source.path, span, related, fixes };
}
