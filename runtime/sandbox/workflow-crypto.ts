/** The part of Web Crypto that can be replayed: randomness from the run's seed, and digests. */
import { forbiddenMembers } from './forbidden-globals.ts';
import { host } from './run-scope.ts';
import { SandboxDOMException } from './web/dom-exception.ts';
import { copyBytes, isBufferSource, isObject, toText } from './web/web-idl.ts';
import { takeRandomByte } from './workflow-random.ts';

/** The limit of the Web platform for one call. */
const RANDOM_BYTES_MAX = 65_536;

const DIGESTS: Readonly<Record<string, string>> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** `crypto` of workflow code. */
export const workflowCrypto = {
  getRandomValues<View extends ArrayBufferView>(view: View): View {
    assertRandomTarget(view);
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = takeRandomByte();
    return view;
  },
  randomUUID(): string {
    const bytes = Array.from({ length: 16 }, takeRandomByte);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
  subtle: { ...forbiddenMembers('crypto.subtle'), digest },
};

function assertRandomTarget(view: unknown): void {
  const isWhole = ArrayBuffer.isView(view) && !(view instanceof DataView) && !/Float/.test(view.constructor.name);
  if (!isWhole) {
    throw new SandboxDOMException('getRandomValues: the argument must be an array of integers.', 'TypeMismatchError');
  }
  if (view.byteLength > RANDOM_BYTES_MAX) {
    throw new SandboxDOMException(`getRandomValues: more than ${RANDOM_BYTES_MAX} bytes.`, 'QuotaExceededError');
  }
}

async function digest(algorithm: unknown, data: unknown): Promise<ArrayBuffer> {
  const name = toText(isObject(algorithm) ? (algorithm as { name?: unknown }).name : algorithm).toUpperCase();
  const hash = DIGESTS[name];
  if (hash === undefined) throw new SandboxDOMException(`Unrecognized algorithm name: ${name}`, 'NotSupportedError');
  if (!isBufferSource(data)) throw new TypeError('digest: the data must be an ArrayBuffer or a view of one.');
  return new Uint8Array(host().digest(hash, copyBytes(data))).buffer;
}
