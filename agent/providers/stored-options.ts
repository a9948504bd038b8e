/**
 * Options of a provider as they may be stored: what is a credential is replaced by the name of the variable of the
 * environment that has its value.
 */
import { findEnvironment, readEnvironment } from './environment.ts';
import { providerError } from './messages.ts';
import { isSecretHeader, isSecretVariable } from './secret-names.ts';

/** Options of a provider's package, which differ from package to package. */
export type Options = Readonly<Record<string, unknown>>;

/** A credential: which option has it, and where its value comes from. */
export interface StoredSecret {
  /** `apiKey`, or two names for a member: of `headers`, of `queryParams`. */
  path: readonly [option: string, member?: string];
  variable: string;
  /** The text before the value of the variable, such as `Bearer `. */
  prefix: string;
}

/** Options without credentials, and where these come from. */
export interface StoredOptions {
  /** Without what is in `secrets`. */
  options: Options;
  secrets: StoredSecret[];
}

/** A credential with its value. */
interface FoundSecret {
  path: StoredSecret['path'];
  value: string;
}

/** The credentials among the options. */
export function findSecrets(options: Options): FoundSecret[] {
  return Object.entries(options).flatMap(([option, value]): FoundSecret[] => {
    if (typeof value === 'string') return isSecretVariable(option) ? [{ path: [option], value }] : [];
    return membersOf(value).flatMap(([member, held]) =>
      typeof held === 'string' && isSecretHeader(member) ? [{ path: [option, member], value: held }] : [],
    );
  });
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/**
 * @throws `agent_key_not_storable` in workflow code, where a credential can only have come out of the journal or the
 * code.
 */
export function refuseSecretsInWorkflow(provider: string, options: Options): void {
  if (findEnvironment() !== null) return;
  for (const { path } of findSecrets(options)) {
    throw providerError('agent_key_not_storable', { provider, option: path.join('.') });
  }
}

/** @throws `agent_key_not_storable` for a credential that is the value of no variable. */
export function toStoredOptions(provider: string, options: Options): StoredOptions {
  const secrets = findSecrets(options).map(({ path, value }): StoredSecret => {
    const stored = findVariable(value);
    if (!stored) throw providerError('agent_key_not_storable', { provider, option: path.join('.') });
    return { path, ...stored };
  });
  const whole: Record<string, unknown> = { ...options };
  for (const { path } of secrets) setAt(whole, path, undefined);
  return { options: whole, secrets };
}

/** @throws `agent_key_unset`. */
export function fromStoredOptions(provider: string, { options, secrets }: StoredOptions): Options {
  const environment = readEnvironment();
  const whole: Record<string, unknown> = { ...options };
  for (const { path, variable, prefix } of secrets) {
    const value = environment[variable];
    if (value === undefined) throw providerError('agent_key_unset', { provider, option: path.join('.'), variable });
    setAt(whole, path, prefix + value);
  }
  return whole;
}

/** Changes no object that the options share with others. @param value `undefined` takes the option out. */
function setAt(
  options: Record<string, unknown>,
  [option, member]: StoredSecret['path'],
  value: string | undefined,
): void {
  const changed = member === undefined ? value : withMember(options[option] as Options, member, value);
  if (changed === undefined) delete options[option];
  else options[option] = changed;
}

const withMember = (object: Options, member: string, value: string | undefined): Options =>
  Object.fromEntries([
    ...Object.entries(object).filter(([name]) => name !== member),
    ...(value === undefined ? [] : [[member, value] as const]),
  ]);

/** The variable that has this value; a scheme may stand before it. */
function findVariable(value: string): { variable: string; prefix: string } | null {
  const [prefix = ''] = /^(bearer|basic)\s+/i.exec(value) ?? [];
  const secret = value.slice(prefix.length);
  const found = Object.entries(readEnvironment()).find(([, held]) => held === secret && held !== '');
  return found ? { variable: found[0], prefix } : null;
}
