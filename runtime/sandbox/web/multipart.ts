/** Forms as `multipart/form-data`: text of a request or response body ⇄ fields. */
import { bytesOfBlob, SandboxFile } from './blob.ts';
import { SandboxFormData, type FormValue } from './form-data.ts';
import { decodeUtf8, encodeUtf8 } from './web-host.ts';
import { joinBytes } from './web-idl.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const CRLF = '\r\n';

/** The body of a form. The boundary depends only on the form, so that a replay makes the same bytes. */
export function formatMultipart(form: SandboxFormData): { bytes: Bytes; boundary: string } {
  const parts = Array.from(form, ([name, value]) => formatPart(name, value));
  const boundary = findBoundary(parts);
  const marked = parts.flatMap((part) => [encodeUtf8(`--${boundary}${CRLF}`), part, encodeUtf8(CRLF)]);
  return { bytes: joinBytes([...marked, encodeUtf8(`--${boundary}--${CRLF}`)]), boundary };
}

function formatPart(name: string, value: FormValue): Bytes {
  const disposition = `Content-Disposition: form-data; name="${escapeName(toCrlf(name))}"`;
  if (typeof value === 'string') return encodeUtf8(`${disposition}${CRLF}${CRLF}${toCrlf(value)}`);
  const type = value.type || 'application/octet-stream';
  const head = `${disposition}; filename="${escapeName(value.name)}"${CRLF}Content-Type: ${type}${CRLF}${CRLF}`;
  return joinBytes([encodeUtf8(head), bytesOfBlob(value)]);
}

const toCrlf = (text: string): string => text.replaceAll(/\r\n?|\n/g, CRLF);

const escapeName = (name: string): string =>
  name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

function findBoundary(parts: readonly Bytes[]): string {
  const texts = parts.map(toBinaryText);
  for (let number = 0; ; number++) {
    const boundary = `----WorkflowFormBoundary${number}`;
    if (!texts.some((text) => text.includes(boundary))) return boundary;
  }
}

/** Reads a form from a body. @throws {TypeError} when `bytes` are not a form */
export function parseMultipart(bytes: Uint8Array, boundary: string): SandboxFormData {
  // A leading line break makes the first boundary look like all others.
  const text = CRLF + toBinaryText(bytes);
  const delimiter = `${CRLF}--${boundary}`;
  const form = new SandboxFormData();
  let at = text.indexOf(delimiter);
  for (;;) {
    if (at < 0) throw malformed('the end is missing');
    at += delimiter.length;
    if (text.startsWith('--', at)) return form;
    at += /^[\t ]*/.exec(text.slice(at, at + delimiter.length))![0].length;
    const end = text.indexOf(delimiter, at);
    if (end < 0 || !text.startsWith(CRLF, at)) throw malformed('a part has no end');
    appendPart(form, text.slice(at, end));
    at = end;
  }
}

/** @param part From the line break after the boundary up to the one before the next. */
function appendPart(form: SandboxFormData, part: string): void {
  const headEnd = part.indexOf(CRLF + CRLF);
  if (headEnd < 0) throw malformed('a part has no end of its headers');
  const headers = readHeaders(part.slice(CRLF.length, headEnd));
  const { name, filename } = readDisposition(headers.get('content-disposition') ?? '');
  const content = fromBinaryText(part.slice(headEnd + CRLF.length + CRLF.length));
  if (filename === undefined) form.append(name, decodeUtf8(content, { keepBom: true }));
  else form.append(name, new SandboxFile([content], filename, { type: headers.get('content-type') ?? 'text/plain' }));
}

function readHeaders(head: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of head.split(CRLF)) {
    const at = line.indexOf(':');
    if (at < 0) throw malformed('a header has no colon');
    headers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return headers;
}

const DISPOSITION =
  /^form-data\s*;\s*name=(?:"([^"]*)"|([^\s";]+))(?:\s*;\s*filename=(?:"([^"]*)"|([^\s";]+)))?\s*;?\s*$/i;

function readDisposition(header: string): { name: string; filename: string | undefined } {
  const match = DISPOSITION.exec(header);
  if (!match) throw malformed('a part has no readable Content-Disposition');
  const filename = match[3] ?? match[4];
  return {
    name: unescapeName((match[1] ?? match[2])!),
    filename: filename === undefined ? filename : unescapeName(filename),
  };
}

const unescapeName = (name: string): string =>
  decodeUtf8(fromBinaryText(name), { keepBom: true })
    .replaceAll(/%0A/gi, '\n')
    .replaceAll(/%0D/gi, '\r')
    .replaceAll('%22', '"');

const malformed = (reason: string): TypeError => new TypeError(`The body is not valid multipart/form-data: ${reason}.`);

/** A number of arguments that every call can take. */
const SLICE_LENGTH = 8192;

/** One character for each byte, so that the text functions can search in bytes. */
function toBinaryText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE_LENGTH) {
    text += String.fromCharCode(...bytes.subarray(at, at + SLICE_LENGTH));
  }
  return text;
}

const fromBinaryText = (text: string): Bytes => Uint8Array.from(text, (char) => char.charCodeAt(0));
