/**
 * Base64 in plain ECMAScript: the realm of workflows has neither `Buffer` nor `btoa`, and Node 22 and 24 have no
 * `Uint8Array.prototype.toBase64`. The host can pass in faster functions (see `CodecEnvironment.base64`).
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Index of a character's code → its six bits. Unused entries are 64. */
const SIX_BITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const index = ALPHABET.indexOf(String.fromCharCode(code));
  return index < 0 ? 64 : index;
});

/** Bytes to text and back. */
export interface Base64 {
  encode(bytes: Uint8Array): string;
  /** The inverse of `encode`: the standard alphabet, with padding. The bytes fill a buffer of their own. */
  decode(text: string): Uint8Array<ArrayBuffer>;
}

/** An implementation that runs everywhere. */
export const portableBase64: Base64 = { encode, decode };

function encode(bytes: Uint8Array): string {
  let text = '';
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) {
    const bits = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!;
    text += ALPHABET[bits >> 18]! + ALPHABET[(bits >> 12) & 63]! + ALPHABET[(bits >> 6) & 63]! + ALPHABET[bits & 63]!;
  }
  if (bytes.length - whole === 1) {
    const bits = bytes[whole]!;
    return `${text}${ALPHABET[bits >> 2]!}${ALPHABET[(bits << 4) & 63]!}==`;
  }
  if (bytes.length - whole === 2) {
    const bits = (bytes[whole]! << 8) | bytes[whole + 1]!;
    return `${text}${ALPHABET[bits >> 10]!}${ALPHABET[(bits >> 4) & 63]!}${ALPHABET[(bits << 2) & 63]!}=`;
  }
  return text;
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4) {
    const bits =
      (sixBits(text, from) << 18) |
      (sixBits(text, from + 1) << 12) |
      (sixBits(text, from + 2) << 6) |
      sixBits(text, from + 3);
    bytes[to++] = bits >> 16;
    if (to < bytes.length) bytes[to++] = bits >> 8;
    if (to < bytes.length) bytes[to++] = bits;
  }
  return bytes;
}

const sixBits = (text: string, at: number): number => SIX_BITS[text.charCodeAt(at) & 127]! & 63;
