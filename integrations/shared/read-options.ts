/** Checks the options that users write in a configuration, before they are used. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { integrationError } from './messages.ts';

/** The values that an option accepts. */
export interface OptionRule {
  /** Completes the sentence "must be …". */
  expected: string;
  isValid(value: unknown): boolean;
}

/** A rule for `true` or `false`. */
export const FLAG: OptionRule = { expected: 'true or false', isValid: (value) => typeof value === 'boolean' };
/** A rule for one path. */
export const PATH: OptionRule = { expected: 'a path', isValid: isFilledText };
/** A rule for a list of paths, which may be empty. */
export const PATHS: OptionRule = {
  expected: 'a list of folders',
  isValid: (value) => Array.isArray(value) && value.every(isFilledText),
};

/** How the options of one place are checked. */
export interface OptionCheck {
  /** Where the options stand in the configuration, such as `workflow`; empty: they are an argument. */
  place: string;
  options: object;
  /** All options, by name. */
  rules: Record<string, OptionRule>;
}

/** Checks names and types of options. @throws `integration_option_unknown`, `integration_option_invalid`. */
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
 * Resolves folders that the user names. They must exist: a misspelled one would mean an application without workflows.
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
