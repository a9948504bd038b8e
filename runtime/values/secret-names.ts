/**
 * The names that are known to hold credentials. Libraries of HTTP clients and databases put such fields on their
 * errors, and callers send such headers to webhooks.
 */

/** Stored in the place of a credential. */
export const MASK = '[masked]';

/** Headers that hold credentials. The values of all others are stored as they are. */
const SECRET_HEADERS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-auth-token',
  'x-access-token',
  'x-csrf-token',
  'x-xsrf-token',
  'x-amz-security-token',
  'x-goog-api-key',
];

/** Further names of fields, parameters and settings that hold credentials. */
const SECRET_FIELDS = [
  'api-key',
  'api-secret',
  'access-token',
  'refresh-token',
  'id-token',
  'auth-token',
  'session-token',
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'secret-key',
  'secret-access-key',
  'client-secret',
  'private-key',
];

/** Names of fields in every spelling: `clientSecret`, `client_secret` and `Client-Secret` are one name. */
export class SecretNames {
  readonly #names: ReadonlySet<string>;

  /** @param changes Names to add, and to take off the list where they begin with `-`. Default: the list as it is. */
  constructor(changes: readonly string[] = []) {
    const removed = changes.filter((name) => name.startsWith('-')).map(toPlainName);
    const added = changes.filter((name) => !name.startsWith('-')).map(toPlainName);
    const known = [...SECRET_HEADERS, ...SECRET_FIELDS].map(toPlainName);
    this.#names = new Set([...known, ...added].filter((name) => name !== '' && !removed.includes(name)));
  }

  /** Whether a field, header or parameter of this name holds a credential. */
  has(name: string): boolean {
    return name.length <= NAME_LENGTH_MAX && this.#names.has(toPlainName(name));
  }
}

/** Longer names are none of ours, and texts of any length are asked about. */
const NAME_LENGTH_MAX = 64;

const toPlainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const HEADER_NAMES: ReadonlySet<string> = new Set(SECRET_HEADERS);

/** Whether a header of this name, in any case, holds a credential by the list itself. */
export const isSecretHeader = (name: string): boolean => HEADER_NAMES.has(name.toLowerCase());
