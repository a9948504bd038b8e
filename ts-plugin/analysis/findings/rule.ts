/** A rule, and how a group of rules checks a file. */
import type { CallSite, FileCode } from '../code/call-sites.ts';
import type { Finding, Severity } from './finding.ts';

/** One rule: its code, and its number for tools that know no names. */
export interface Rule {
  code: string;
  /**
   * 1xxx: directives, 2xxx: the sandbox, 3xxx: values that cross a boundary, 4xxx: calls, 5xxx: functions of this
   * package, 6xxx: the project. A number is never given to another rule.
   */
  number: number;
  /** Its severity unless the settings change it. */
  severity: Severity | 'off';
}

/** Checks one call. Most calls are right, so `null` costs no list. */
export type CallCheck = (site: CallSite) => Finding | Finding[] | null;

/** Rules with one subject. */
export interface RuleGroup {
  rules: readonly Rule[];
  /** Run for every call of a file, with the steps and workflows that only types lead to. Default: none. */
  calls?: readonly CallCheck[];
  /** Run once for a file. */
  check?(code: FileCode): Iterable<Finding>;
}
