/** Masks credentials in texts: messages and stacks of errors, addresses, and what libraries quote in them. */
import { isSecretHeader, MASK, type SecretNames } from './secret-names.ts';

/**
 * Each pattern begins where no name can go on to the left, and every part of it has a bound: so the time grows with the
 * length of the text, whatever it holds.
 */
const PATTERNS = {
  privateKey: /-----BEGIN ([A-Z ]{0,30}PRIVATE KEY)-----[^-]{0,20000}(?:-----END \1-----)?/g,
  /** `postgres://user:password@host`. */
  address: /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/?#'"]{0,256}):[^\s/?#'"]{1,1024}@/gi,
  /** `cookie: a=1; b="2"`, to the end of its line or text: all cookies, and what `Set-Cookie` says of them. */
  cookies:
    /(?<![\w-])((?:set-)?cookie)(:[ \t]*)(?=[^\s=;'"]{1,256}=)(?:=(?:"[^"\r\n]{0,8192}"|'[^'\r\n]{0,8192}')|[^\r\n'"]){1,8192}/gi,
  /** `authorization: Basic abc`, as in a raw request. Only headers: in prose a colon follows many names. */
  header:
    /(?<![\w-])([a-z][a-z-]{3,30})(:[ \t]*)((?:[a-z0-9-]{3,20}[ \t]+)?[^\s,;'"]{1,8192}(?:;[ \t]*[^\s;'"]{1,8192}){0,50})/gi,
  scheme: /(?<!\w)(bearer|basic)([ \t]+)([\w.~+/-]{6,8192}={0,2})/gi,
  /** `"password": "x"` and `password: 'x'`, also quoted once more. */
  quoted: /(?<![\w.-])([\w.-]{2,64})(\\?["']?\s{0,8}:\s{0,8})(\\?["'`])((?:(?!\3)(?:\\[^\n]|[^\n\\])){0,8192})\3/g,
  /** `?token=x&…` in the query of an address. */
  parameter: /([?&])([\w.-]{2,64})=([^\s&#;,'"]{1,8192})/g,
  /** `api_key=x` and `password=x` of a connection string. */
  assigned: /(?<![\w.-])([\w.-]{2,64})=("[^"\n]{0,8192}"|'[^'\n]{0,8192}'|[^\s&;,'"]{1,8192})/g,
  /** Keys that say themselves whose they are: of Stripe, GitHub, GitLab, Slack, Google, and of models. */
  knownKey:
    /(?<![\w-])(?:[sr]k_(?:live|test)_\w{8,512}|sk-[\w-]{20,512}|gh[pousr]_\w{20,512}|github_pat_\w{20,512}|glpat-[\w-]{15,512}|xox[abeprs]-[\w-]{10,512}|AIza[\w-]{30,512})/g,
  webToken: /(?<![\w-])eyJ[\w-]{5,8192}\.[\w-]{5,8192}\.[\w-]{0,8192}/g,
};

/** Words that follow the name of a scheme in prose. */
const WORDS_AFTER_SCHEME =
  /^(?:auth|authentication|authorization|challenge|credentials?|error|header|scheme|tokens?)$/i;

/** The text with a mask in the place of each credential that is recognised. */
export function maskText(text: string, secrets: SecretNames): string {
  return text
    .replaceAll(PATTERNS.privateKey, MASK)
    .replaceAll(PATTERNS.address, `$1:${MASK}@`)
    .replaceAll(PATTERNS.cookies, (all, name: string, colon: string) => (secrets.has(name) ? name + colon + MASK : all))
    .replaceAll(PATTERNS.header, (all, name: string, colon: string) =>
      isSecretHeader(name) && secrets.has(name) ? name + colon + MASK : all,
    )
    .replaceAll(PATTERNS.scheme, (all, scheme: string, space: string, value: string) =>
      WORDS_AFTER_SCHEME.test(value) ? all : scheme + space + MASK,
    )
    .replaceAll(PATTERNS.quoted, (all, name: string, colon: string, quote: string, value: string) =>
      value !== '' && secrets.has(name) ? name + colon + quote + MASK + quote : all,
    )
    .replaceAll(PATTERNS.parameter, (all, mark: string, name: string) =>
      secrets.hasParameter(name) ? `${mark}${name}=${MASK}` : all,
    )
    .replaceAll(PATTERNS.assigned, (all, name: string) => (secrets.has(name) ? `${name}=${MASK}` : all))
    .replaceAll(PATTERNS.knownKey, MASK)
    .replaceAll(PATTERNS.webToken, MASK);
}
