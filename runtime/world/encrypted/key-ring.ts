/** The keys that values are encrypted with. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { runtimeError } from '../../contract/runtime-errors.ts';

const KEY_BYTES = 32;
const KEY_ID = /^[\w-]{1,32}$/;
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;
/** The entry that stands for no key: in front, it makes new values plain. */
const PLAIN = 'plain';
/** The entry in front with which plain values are refused. */
const ONLY = 'only';

/**
 * One key with its name. Its parts are objects of `node:crypto`: they show nothing, and to set up a key would take
 * longer than to encrypt a value.
 */
export class ValueKey {
  readonly id: string;
  /** Encrypts. */
  readonly encryption: KeyObject;
  /** Derives nonces. */
  readonly nonce: KeyObject;

  constructor(id: string, secret: Buffer) {
    const derive = (use: string): KeyObject =>
      createSecretKey(createHmac('sha256', secret).update(`workflow values: ${use}`).digest());
    this.id = id;
    this.encryption = derive('encryption');
    this.nonce = derive('nonce');
  }
}

/** The entries of a setting. */
interface Keys {
  first: ValueKey | null;
  /** All of them, with the first one. */
  all: readonly ValueKey[];
  /** Plain values are refused, whatever the store says. Default: false. */
  refusesPlain?: boolean;
}

/** The keys of a process, for one store. */
export class KeyRing {
  /** Encrypts new values; `null`: they are stored as they are. */
  readonly first: ValueKey | null;
  /** They only decrypt. */
  readonly others: readonly ValueKey[];
  /** Plain values are refused, whatever the store says. */
  readonly refusesPlain: boolean;
  /** Whether a plain value of the store may be one, see `plain-values.ts`. */
  acceptsPlain: boolean;
  readonly #keys: ReadonlyMap<string, ValueKey>;

  constructor({ first, all, refusesPlain = false }: Keys) {
    this.first = first;
    this.others = all.filter((key) => key !== first);
    this.refusesPlain = refusesPlain;
    this.acceptsPlain = !refusesPlain;
    this.#keys = new Map(all.map((key) => [key.id, key]));
  }

  /** Whether the process can read plain values only. */
  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  /** The same keys for another store. @param refusesPlain Default: as it was given. */
  copy(refusesPlain = this.refusesPlain): KeyRing {
    return new KeyRing({ first: this.first, all: [...this.#keys.values()], refusesPlain });
  }

  /** The key with this name, if the process has it. */
  find(id: string): ValueKey | undefined {
    return this.#keys.get(id);
  }

  /** The key for a new value; `null`: it is stored plain. @throws `encryption_required` where that would be refused. */
  forNewValue(): ValueKey | null {
    if (this.first === null && !this.acceptsPlain) throw runtimeError('encryption_required', {});
    return this.first;
  }
}

/**
 * Reads a setting such as `new:<base64>,old:<base64>`: the first key encrypts, and all of them decrypt. `plain` or
 * `only` may stand in front.
 * @param text Empty or absent: there are no keys.
 * @throws `encryption_keys_invalid`, without any part of a key.
 */
export function parseKeyRing(text: string | undefined): KeyRing {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const [isPlain, refusesPlain] = [entries[0] === PLAIN, entries[0] === ONLY];
  const before = isPlain || refusesPlain ? 1 : 0;
  const all = entries.slice(before).map((entry, i) => parseKey(entry, before + i + 1));
  if (refusesPlain && all.length === 0) throw invalid(1, 'needs a key behind it');
  const doubled = all.findIndex(({ id }, i) => all.findIndex((key) => key.id === id) < i);
  if (doubled >= 0) throw invalid(before + doubled + 1, 'has the name of an entry before it');
  return new KeyRing({ first: isPlain ? null : (all[0] ?? null), all, refusesPlain });
}

function parseKey(entry: string, position: number): ValueKey {
  const colon = entry.indexOf(':');
  const [id, secret] = [entry.slice(0, colon), entry.slice(colon + 1)];
  if (colon < 0 || !KEY_ID.test(id)) throw invalid(position, 'has no name of letters and digits before a colon');
  if (!KEY_TEXT.test(secret)) throw invalid(position, `is not ${KEY_BYTES} bytes in base64`);
  return new ValueKey(id, Buffer.from(secret, 'base64'));
}

const invalid = (position: number, problem: string): Error =>
  runtimeError('encryption_keys_invalid', { position, problem });
