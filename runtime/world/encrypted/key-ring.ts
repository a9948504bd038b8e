/** The keys that values are encrypted with. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { runtimeError } from '../../contract/runtime-errors.ts';

const KEY_BYTES = 32;
const KEY_ID = /^[\w-]{1,32}$/;
const KEY_TEXT = /^[A-Za-z0-9+/_-]{43}=?$/;
/** The entry that stands for no key: in front, it makes new values plain. */
const PLAIN = 'plain';

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

/** The keys of a process. */
export class KeyRing {
  /** Encrypts new values; `null`: they are stored as they are. */
  readonly first: ValueKey | null;
  /** They only decrypt. */
  readonly others: readonly ValueKey[];
  readonly #keys: ReadonlyMap<string, ValueKey>;

  constructor(first: ValueKey | null, keys: readonly ValueKey[]) {
    this.first = first;
    this.others = keys.filter((key) => key !== first);
    this.#keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** Whether the process can read plain values only. */
  get isEmpty(): boolean {
    return this.#keys.size === 0;
  }

  /** The key with this name, if the process has it. */
  find(id: string): ValueKey | undefined {
    return this.#keys.get(id);
  }
}

/**
 * Reads a setting such as `new:<base64>,old:<base64>`: the first key encrypts, and all of them decrypt.
 * @param text Empty or absent: there are no keys.
 * @throws `encryption_keys_invalid`, without any part of a key.
 */
export function parseKeyRing(text: string | undefined): KeyRing {
  const entries = (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const isPlain = entries[0] === PLAIN;
  const keys = (isPlain ? entries.slice(1) : entries).map((entry, i) => parseKey(entry, i + (isPlain ? 2 : 1)));
  const doubled = keys.findIndex(({ id }, i) => keys.findIndex((key) => key.id === id) < i);
  if (doubled >= 0) throw invalid(doubled + 1, 'has the name of an entry before it');
  return new KeyRing(isPlain ? null : (keys[0] ?? null), keys);
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
