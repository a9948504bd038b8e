/** Checks what users write into a configuration, before anything is done with it. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { integrationError } from './messages.ts';

/** What an option may be. */
export interface OptionRule {
  /** In words, after "must be". */
  expected: string;
  isValid(value: unknown): boolean;
}

export const FLAG: OptionRule = { expected: 'true or false', isValid: (value) => typeof value === 'boolean' };
export const PATH: OptionRule = { expected: 'a path', isValid: isFilledText };
export const PATHS: OptionRule = {
  expected: 'a list of folders',
  isValid: (value) => Array.isArray(value) && value.every(isFilledText),
};

export interface OptionCheck {
  /** The option's place in the configuration, such as `workflow`; empty: the options are an argument. */
  place: string;
  options: object;
  /** Every option there is. */
  rules: Record<string, OptionRule>;
}

/** @throws `integration_option_unknown`, `integration_option_invalid`. */
export function checkOptions({ place, options, rules }: OptionCheck): void {
  const prefix = place === '' ? '' : `${place}.`;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const option = prefix + name;
    const rule = rules[name];
    if (!rule) throw integrationError('integration_option_unknown', { option, known: Object.keys(rules).join(', ') });
    if (rule.isValid(value)) continue;
    const found = JSON.stringify(value) ?? String(value);
    throw integrationError('integration_option_invalid', { option, expected: rule.expected, found });
  }
}

/**
 * Folders that the user names must be there: a misspelled one would be an application without workflows.
 * @returns Absolute paths. @throws `integration_folder_missing`.
 */
export function resolveFolders(rootDir: string, folders: readonly string[], option: string): string[] {
  return folders.map((folder) => {
    const path = resolve(rootDir, folder);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
    throw integrationError('integration_folder_missing', { option, folder, rootDir });
  });
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
