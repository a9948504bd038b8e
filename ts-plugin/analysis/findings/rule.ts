/** A rule, and how a group of rules checks a file. */
import type { CallSite, FileCode } from '../code/call-sites.ts';
import type { Finding, Severity } from './finding.ts';

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
