/** How strict the rules are. */
import type { Severity } from '../findings/finding.ts';
import { ruleOf } from '../rules/all-rules.ts';

export type RuleSetting = Severity | 'off';

export interface AnalysisSettings {
  /** By code or by number. */
  rules: Readonly<Record<string, RuleSetting>>;
  /** The last that matches a file counts. `files`: patterns as of `path.matchesGlob`, relative to the root of the project. */
  overrides: readonly { files: readonly string[]; rules: Readonly<Record<string, RuleSetting>> }[];
}

export const DEFAULT_SETTINGS: AnalysisSettings = { rules: {}, overrides: [] };

/** @param name Of the file, relative to the root of the project. @param matchesGlob Of `node:path`. */
export function severityOf(
  settings: AnalysisSettings,
  { code, name, matchesGlob }: { code: string; name: string; matchesGlob: (path: string, pattern: string) => boolean },
): RuleSetting {
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
  return rule?.severity ?? 'error';
}
