import { portableBase64 } from '../../values/base64.ts';
import { SandboxDOMException } from './dom-exception.ts';
import { assertArguments, toText } from './web-idl.ts';

/** `btoa` of the Web platform: Latin-1 text → base64. */
export function btoa(data: unknown): string {
  assertArguments(arguments.length, 1, 'btoa');
  const text = toText(data);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0xff) throw new SandboxDOMException('Invalid character', 'InvalidCharacterError');
    bytes[i] = code;
  }
  return portableBase64.encode(bytes);
}

/** `atob` of the Web platform: base64 → Latin-1 text. White space and missing padding are accepted. */
export function atob(data: unknown): string {
  assertArguments(arguments.length, 1, 'atob');
  let text = toText(data).replaceAll(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(text)) {
    throw new SandboxDOMException('The string to be decoded is not correctly encoded.', 'InvalidCharacterError');
  }
  const bytes = portableBase64.decode(text.padEnd(Math.ceil(text.length / 4) * 4, '='));
  let decoded = '';
  for (const byte of bytes) decoded += String.fromCharCode(byte);
  return decoded;
}
