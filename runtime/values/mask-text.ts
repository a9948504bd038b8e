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
  scheme: /(?<!\w)(bearer|basic)([ \t]+)([\w.~+/-]{6,8192}={0,2})/gi,
  /** Keys that say themselves whose they are: of Stripe, GitHub, GitLab, Slack, Google, and of models. */
  knownKey:
    /(?<![\w-])(?:[sr]k_(?:live|test)_\w{8,512}|sk-[\w-]{20,512}|gh[pousr]_\w{20,512}|github_pat_\w{20,512}|glpat-[\w-]{15,512}|xox[abeprs]-[\w-]{10,512}|AIza[\w-]{30,512})/g,
  webToken: /(?<![\w-])eyJ[\w-]{5,8192}\.[\w-]{5,8192}\.[\w-]{0,8192}/g,
};

/** A name with what stands behind it, and the value that follows. The first group of the value is kept around it. */
interface NamedValue {
  name: RegExp;
  value: RegExp;
  isSecret(name: string, secrets: SecretNames): boolean;
}

const isHeader: NamedValue['isSecret'] = (name, secrets) => isSecretHeader(name) && secrets.has(name);
const isField: NamedValue['isSecret'] = (name, secrets) => secrets.has(name);

/** `cookie: a=1; b="2"`, to the end of its line or text: all cookies, and what `Set-Cookie` says of them. */
const COOKIES: NamedValue = {
  name: /(?<![\w-])(?:(?<=\\)[rnt])?((?:set-)?cookie):[ \t]*/gi,
  value: /(?=[^\s=;'"]{1,256}=)(?:=\\?(?:"[^"\r\n]{0,8192}"|'[^'\r\n]{0,8192}')|[^\r\n'"]){1,8192}/y,
  isSecret: isHeader,
};

/**
 * `authorization: Basic abc`, as in a raw request, also as JSON has its lines. Only headers: in prose a colon follows
 * many names.
 */
const HEADER: NamedValue = {
  name: /(?<![\w-])(?:(?<=\\)[rnt])?([a-z][a-z-]{3,30}):[ \t]*/gi,
  value: /(?!\\["'])(?:[a-z0-9-]{3,20}[ \t]+)?[^\s,'"]{1,8192}(?:(?<=;|bearer|basic)[ \t]+[^\s'"]{1,8192}){0,50}/iy,
  isSecret: isHeader,
};

/** `"password": "x"` and `password: 'x'`, also quoted once more; a backslash escapes a quote, or is the last letter. */
const QUOTED: NamedValue = {
  name: /(?<![\w.-])([\w.-]{2,64})\\?["']?\s{0,8}:\s{0,8}/g,
  value: /(\\?["'`])(?:(?:(?!\1)(?:\\[^\n]|[^\n\\])){1,8192}|(?:(?!\1)[^\n]){1,8192})\1/y,
  isSecret: isField,
};

/** `?token=x&…` in the query of an address. */
const PARAMETER: NamedValue = {
  name: /[?&]([\w.-]{2,64})=/g,
  value: /[^\s&#;,'"]{1,8192}/y,
  isSecret: (name, secrets) => secrets.hasParameter(name),
};

/** `api_key=x` and `password=x` of a connection string. */
const ASSIGNED: NamedValue = {
  name: /(?<![\w.-])([\w.-]{2,64})=/g,
  value: /"[^"\n]{0,8192}"|'[^'\n]{0,8192}'|[^\s&;,'"]{1,8192}/y,
  isSecret: isField,
};

/** Words that follow the name of a scheme in prose. */
const WORDS_AFTER_SCHEME =
  /^(?:auth|authentication|authorization|challenge|credentials?|error|header|scheme|tokens?)$/i;

/** The text with a mask in the place of each credential that is recognised. */
export function maskText(text: string, secrets: SecretNames): string {
  const mask = (before: string, ...kinds: NamedValue[]): string =>
    kinds.reduce((masked, kind) => maskNamed(masked, kind, secrets), before);
  const bare = text.replaceAll(PATTERNS.privateKey, MASK).replaceAll(PATTERNS.address, `$1:${MASK}@`);
  // Headers come first: the name of one may follow the word "Bearer".
  const headed = mask(bare, COOKIES, HEADER).replaceAll(
    PATTERNS.scheme,
    (all, scheme: string, space: string, value: string) =>
      WORDS_AFTER_SCHEME.test(value) ? all : scheme + space + MASK,
  );
  return mask(headed, QUOTED, PARAMETER, ASSIGNED)
    .replaceAll(PATTERNS.knownKey, MASK)
    .replaceAll(PATTERNS.webToken, MASK);
}

/** The value of a name that is no secret is searched for names as well: it may be a request, an address or JSON. */
function maskNamed(text: string, { name, value, isSecret }: NamedValue, secrets: SecretNames): string {
  let masked = '';
  let end = 0;
  name.lastIndex = 0;
  for (let found = name.exec(text); found !== null; found = name.exec(text)) {
    const start = (value.lastIndex = name.lastIndex);
    // A name may be the last part of the value before it.
    if (start < end || !isSecret(found[1]!, secrets)) continue;
    const [whole, quote = ''] = value.exec(text) ?? [];
    if (whole === undefined) continue;
    masked += text.slice(end, start) + quote + MASK + quote;
    end = start + whole.length;
  }
  return masked + text.slice(end);
}
