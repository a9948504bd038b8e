/** Reads the settings from the plugin's entry in `tsconfig.json`. */
import type { WorkflowError } from '../../../runtime/contract/errors.ts';
import { ruleOf, ruleOfNumber } from '../rules/all-rules.ts';
import { analysisError } from './messages.ts';
import type { AnalysisSettings, RuleSetting } from './settings.ts';

const SETTINGS: readonly string[] = ['error', 'warning', 'hint', 'off'] satisfies RuleSetting[];

/** The settings of a project, and the mistakes in them. */
export interface ReadSettings {
  settings: AnalysisSettings;
  /** Folders that the build searches, relative to the root of the project; `undefined`: not given. */
  dirs: readonly string[] | undefined;
  /** Whether the editor plugin adds to hovers and completions. */
  hover: boolean;
  completions: boolean;
  /** Mistakes in the entry. The rest of the entry counts. */
  problems: WorkflowError[];
}

/** @param entry The plugin's entry in `compilerOptions.plugins`; `undefined`: there is none. */
export function readSettings(entry: unknown): ReadSettings {
  const problems: WorkflowError[] = [];
  const { name: _, rules, overrides, dirs, hover, completions, ...others } = isRecord(entry) ? entry : {};
  for (const name of Object.keys(others)) problems.push(analysisError('setting_unknown', { name }));
  return {
    settings: { rules: readRules(rules, 'rules', problems), overrides: readOverrides(overrides, problems) },
    dirs: readDirs(dirs, problems),
    hover: readFlag(hover, 'hover', problems),
    completions: readFlag(completions, 'completions', problems),
    problems,
  };
}

function readDirs(given: unknown, problems: WorkflowError[]): readonly string[] | undefined {
  if (given === undefined) return undefined;
  if (Array.isArray(given) && given.every((dir) => typeof dir === 'string')) return given;
  problems.push(analysisError('setting_value_invalid', { name: 'dirs', expected: 'a list of folders' }));
  return undefined;
}

/** A flag is on unless it is switched off. */
function readFlag(given: unknown, name: string, problems: WorkflowError[]): boolean {
  if (given === undefined || typeof given === 'boolean') return given ?? true;
  problems.push(analysisError('setting_value_invalid', { name, expected: 'true, false' }));
  return true;
}

function readRules(given: unknown, name: string, problems: WorkflowError[]): AnalysisSettings['rules'] {
  if (given === undefined) return {};
  if (!isRecord(given)) {
    problems.push(analysisError('setting_value_invalid', { name, expected: 'an object of codes' }));
    return {};
  }
  const entries = Object.entries(given).filter(([code, setting]) => {
    const isKnown = ruleOf(code) !== undefined || ruleOfNumber(Number(code)) !== undefined;
    if (!isKnown) problems.push(analysisError('setting_rule_unknown', { code }));
    const isValid = typeof setting === 'string' && SETTINGS.includes(setting);
    if (!isValid)
      problems.push(analysisError('setting_value_invalid', { name: `${name}.${code}`, expected: SETTINGS.join(', ') }));
    return isKnown && isValid;
  });
  return Object.fromEntries(entries) as AnalysisSettings['rules'];
}

function readOverrides(given: unknown, problems: WorkflowError[]): AnalysisSettings['overrides'] {
  if (given === undefined) return [];
  const list = Array.isArray(given) ? (given as unknown[]) : [given];
  return list.flatMap((item, index) => {
    const name = `overrides[${index}]`;
    const files = isRecord(item) ? item['files'] : undefined;
    if (!isRecord(item) || !Array.isArray(files) || !files.every((file) => typeof file === 'string')) {
      problems.push(analysisError('setting_value_invalid', { name, expected: '{ files: string[], rules: object }' }));
      return [];
    }
    return [{ files, rules: readRules(item['rules'], `${name}.rules`, problems) }];
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
