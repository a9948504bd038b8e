/** The severities that a project gives to rules. */
import type { Severity } from '../findings/finding.ts';
import { ruleOf } from '../rules/all-rules.ts';

/** The severity of a rule, or `off`. */
export type RuleSetting = Severity | 'off';

/** The settings of the rules of one project. */
export interface AnalysisSettings {
  /** By code or by number. */
  rules: Readonly<Record<string, RuleSetting>>;
  /**
   * Settings for some files; the last one that matches counts. `files` are patterns of `path.matchesGlob`, relative to
   * the root of the project.
   */
  overrides: readonly { files: readonly string[]; rules: Readonly<Record<string, RuleSetting>> }[];
}

/** Every rule has its own severity. */
export const DEFAULT_SETTINGS: AnalysisSettings = { rules: {}, overrides: [] };

/** A rule in a file. */
export interface RuleInFile {
  code: string;
  /** The path of the file, relative to the project's root. */
  name: string;
  /** From `node:path`. */
  matchesGlob: (path: string, pattern: string) => boolean;
  /** The severity that the build gave to this finding; `undefined`: that of the rule. */
  own?: Severity | undefined;
}

/** The severity of a rule in a file. */
export function severityOf(settings: AnalysisSettings, { code, name, matchesGlob, own }: RuleInFile): RuleSetting {
  const rule = ruleOf(code);
  const layers = [
    settings.rules,
    ...settings.overrides
      .filter(({ files }) => files.some((pattern) => matchesGlob(name, pattern)))
      .map(({ rules }) => rules),
  ];
  for (const rules of layers.toReversed()) {
    const setting = rules[code] ?? (rule && rules[String(rule.number)]);
    if (setting) return setting;
  }
  return own ?? rule?.severity ?? 'error';
}
