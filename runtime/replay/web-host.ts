/** The functions of Node behind the Web types of a realm: they parse addresses and convert text. */
import type { UrlParts, WebHost } from '../sandbox/web/web-host.ts';

const SETTABLE = new Set([
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
]);

/** Takes and gives primitives and bytes only, so that no object of Node gets into a realm. */
export const webHost: WebHost = {
  parseUrl(href, base) {
    const url = URL.parse(href, base ?? undefined);
    return url && toJson(url);
  },
  setUrlPart(href, part, value) {
    const url = new URL(href);
    if (SETTABLE.has(part)) Object.assign(url, { [part]: value });
    return toJson(url);
  },
  encodeUtf8: (text) => new Uint8Array(Buffer.from(text, 'utf8')),
  decodeText(bytes, encoding, fatal, ignoreBom) {
    try {
      return new TextDecoder(encoding, { fatal, ignoreBOM: ignoreBom }).decode(bytes);
    } catch {
      return null;
    }
  },
  findEncoding(label) {
    try {
      return new TextDecoder(label).encoding;
    } catch {
      return null;
    }
  },
};

function toJson(url: URL): string {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  const parts: UrlParts = { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
  return JSON.stringify(parts);
}
