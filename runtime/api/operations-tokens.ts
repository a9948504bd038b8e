/** The tokens of `WORKFLOW_OPERATIONS_TOKENS`, with which operators may ask over HTTP. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { runtimeError } from '../contract/runtime-errors.ts';

/**
 * A permission of a token. `read` lists and shows. `act` changes something. `values` also shows arguments, results,
 * payloads and chunks.
 */
export type OperationsScope = 'read' | 'act' | 'values';

/** A token. It is kept as its digest, so that nothing which prints the settings can show it. */
export interface OperationsToken {
  /** Whom the log names. */
  name: string;
  scopes: ReadonlySet<OperationsScope>;
  /** SHA-256. */
  digest: Uint8Array;
}

const SCOPES: readonly OperationsScope[] = ['read', 'act', 'values'];
/** Shorter ones can be guessed by trying: anybody may send requests. */
const CHARACTERS_MIN = 32;

/** The form in which tokens are kept and compared. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Reads `<name>:<scopes>:<token>,…`, in which `+` stands between scopes. `null`: the text is empty.
 * @throws `setting_operations_tokens_invalid`, which shows neither a token nor what may be a part of one.
 */
export function parseOperationsTokens(text: string): readonly OperationsToken[] | null {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const tokens: OperationsToken[] = [];
  for (const [index, entry] of entries.entries()) {
    const token = readEntry(entry, index + 1);
    if (tokens.some(({ name }) => name === token.name)) throw refuse(index + 1, 'has the name of another one');
    if (tokens.some(({ digest }) => timingSafeEqual(digest, token.digest)))
      throw refuse(index + 1, 'has the token of another one');
    tokens.push(token);
  }
  return tokens.length > 0 ? tokens : null;
}

function readEntry(entry: string, position: number): OperationsToken {
  const match = /^([^:]*):([^:]*):(.*)$/s.exec(entry);
  if (!match) throw refuse(position, 'has not the form <name>:<scopes>:<token>');
  const [, name, scopeList, token] = match as unknown as [string, string, string, string];
  if (!/^\w[\w.-]{0,63}$/.test(name))
    throw refuse(position, 'has a name that is not made of letters, digits, dots and dashes');
  const scopes = scopeList.split('+') as OperationsScope[];
  if (!scopes.every((scope) => SCOPES.includes(scope)))
    throw refuse(position, `has scopes other than ${SCOPES.join(', ')}, with + between them`);
  if (token.length < CHARACTERS_MIN)
    throw refuse(position, `has a token of ${token.length} characters, fewer than ${CHARACTERS_MIN}`);
  if (!/^[\x21-\x7e]+$/.test(token)) throw refuse(position, 'has a token with characters that no header can have');
  return { name, scopes: new Set(scopes), digest: digestOf(token) };
}

const refuse = (position: number, problem: string): Error =>
  runtimeError('setting_operations_tokens_invalid', { position, problem });

/**
 * The token of a request; `null`: it has none, or one that is not known.
 * @param header Value of the header `Authorization`.
 */
export const findOperationsToken = (
  tokens: readonly OperationsToken[],
  header: string | null,
): OperationsToken | null => findToken(tokens, /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '');

/** The token that somebody has shown; `null`: it is not known. */
export function findToken(tokens: readonly OperationsToken[], shown: string): OperationsToken | null {
  const given = digestOf(shown);
  let found: OperationsToken | null = null;
  // All are compared, whichever fits: the time that it takes tells nothing.
  for (const token of tokens) if (timingSafeEqual(token.digest, given)) found = token;
  return found;
}
