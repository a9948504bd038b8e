/**
 * The names that are known to hold credentials. Libraries of HTTP clients and databases put such fields on their
 * errors, and callers send such headers to webhooks.
 */

/** Stored in the place of a credential. */
export const MASK = '[masked]';

/** Headers that hold credentials. The values of all others are stored as they are. */
export const SECRET_HEADERS = [
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
  'x-gitlab-token',
  'private-token',
  'x-vault-token',
  'x-shopify-access-token',
  'x-telegram-bot-api-secret-token',
  'x-webhook-secret',
  'x-auth-key',
  'x-rapidapi-key',
  'x-functions-key',
  'ocp-apim-subscription-key',
  'dd-api-key',
  'cf-access-client-secret',
  'cf-access-jwt-assertion',
  'x-goog-iap-jwt-assertion',
  'x-amzn-oidc-accesstoken',
  'x-amzn-oidc-data',
  'x-forwarded-access-token',
];

/** Further names of fields, parameters and settings that hold credentials. */
export const SECRET_FIELDS = [
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

/** Parameters of addresses that give access, although elsewhere such a name may mean something else. */
export const SECRET_PARAMETERS = ['token', 'sig', 'signature', 'x-amz-signature', 'x-goog-signature'];

/** Names of fields in every spelling: `clientSecret`, `client_secret` and `Client-Secret` are one name. */
export class SecretNames {
  readonly #names: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;

  /** @param changes Names to add, and to take off the list where they begin with `-`. Default: the list as it is. */
  constructor(changes: readonly string[] = []) {
    const removed = changes.filter((name) => name.startsWith('-')).map(toPlainName);
    const added = changes.filter((name) => !name.startsWith('-')).map(toPlainName);
    const keep = (names: readonly string[]): Set<string> =>
      new Set(names.map(toPlainName).filter((name) => name !== '' && !removed.includes(name)));
    this.#names = keep([...SECRET_HEADERS, ...SECRET_FIELDS, ...added]);
    this.#parameters = keep(SECRET_PARAMETERS);
  }

  /** Whether a field, header or parameter of this name holds a credential. */
  has(name: string): boolean {
    return name.length <= NAME_LENGTH_MAX && this.#names.has(toPlainName(name));
  }

  /** Whether a parameter of this name holds a credential in the query of an address. */
  hasParameter(name: string): boolean {
    return this.has(name) || (name.length <= NAME_LENGTH_MAX && this.#parameters.has(toPlainName(name)));
  }
}

/** Longer names are none of ours, and texts of any length are asked about. */
const NAME_LENGTH_MAX = 64;

const toPlainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const HEADER_NAMES: ReadonlySet<string> = new Set(SECRET_HEADERS);

/** Whether a header of this name, in any case, holds a credential by the list itself. */
export const isSecretHeader = (name: string): boolean => HEADER_NAMES.has(name.toLowerCase());
