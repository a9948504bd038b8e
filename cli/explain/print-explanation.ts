/** Explains an error by its code. */
import { join } from 'node:path';
import { PACKAGE_DIR } from '../../compiler/own-code.ts';
import { findNearName } from '../../runtime/contract/near-name.ts';
import { cliError } from '../program/messages.ts';
import { AREAS } from './explained-areas.ts';
import { formatExplanation } from './format-explanation.ts';

/**
 * The section of `docs/errors` about a code, in Markdown. Its links are files of the installed package.
 * @returns `null` for an unknown code.
 */
export function explain(code: string): string | null {
  const error = AREAS.flatMap(({ errors }) => errors).find((one) => one.code === code);
  return error ? formatExplanation(error, (place) => join(PACKAGE_DIR, 'docs', place)) : null;
}

/** All codes with their messages, by area. */
export function listCodes(): string {
  return AREAS.map(({ title, errors }) => {
    const rows = errors.map(({ code, message }) => `  ${code}\n      ${message}`);
    return `${title}\n\n${rows.join('\n')}`;
  }).join('\n\n');
}

/**
 * Prints the explanation of a code as people copy it: brackets around it do not matter.
 * @returns The exit code.
 * @throws `cli_code_unknown`.
 */
export function printExplanation(given: string): number {
  const code = given.replace(/^\[|\]$/g, '');
  const text = explain(code);
  if (text === null) throw cliError('cli_code_unknown', { found: code, hint: hintFor(code) });
  console.log(text);
  return 0;
}

function hintFor(found: string): string {
  const codes = AREAS.flatMap(({ errors }) => errors.map(({ code }) => code));
  const near = findNearName(found, codes);
  return near === null ? 'take it from the end of a message: "[compile_function_sync]"' : `did you mean "${near}"?`;
}
