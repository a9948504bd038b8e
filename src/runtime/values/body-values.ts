/** Web values that hold bytes: Blob, File, FormData, Request, Response. */
import type { CodecEnvironment } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import { defineValueType, EncodeFailure, type EncodeSession, type ValueType } from './value-type.ts';
import { isInstance, requireConstructor } from './web-values.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export function createBodyTypes(environment: CodecEnvironment, session: EncodeSession): ValueType[] {
  return [
    createFileType(environment, session),
    createBlobType(environment, session),
    createFormType(environment),
    createRequestType(environment, session),
    createResponseType(environment, session),
  ];
}

interface FileData {
  name: string;
  type: string;
  lastModified: number;
  bytes: Bytes;
}

function createFileType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const { File } = environment.constructors ?? {};
  return defineValueType<File, FileData>({
    tag: 'File',
    matches: (value) => isInstance(value, File),
    encode: (file) => ({
      name: file.name,
      type: file.type,
      lastModified: file.lastModified,
      bytes: session.bodyOf(file, 'File') as Bytes,
    }),
    decode: ({ bytes, name, type, lastModified }) =>
      new (requireConstructor(File, 'File'))([bytes], name, { type, lastModified }),
  });
}

function createBlobType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const { Blob } = environment.constructors ?? {};
  return defineValueType<Blob, { type: string; bytes: Bytes }>({
    tag: 'Blob',
    matches: (value) => isInstance(value, Blob),
    encode: (blob) => ({ type: blob.type, bytes: session.bodyOf(blob, 'Blob') as Bytes }),
    decode: ({ bytes, type }) => new (requireConstructor(Blob, 'Blob'))([bytes], { type }),
  });
}

function createFormType(environment: CodecEnvironment): ValueType {
  const { FormData } = environment.constructors ?? {};
  return defineValueType<FormData, [string, FormDataEntryValue][]>({
    tag: 'FormData',
    matches: (value) => isInstance(value, FormData),
    encode: (form) => [...form],
    decode(entries) {
      const form = new (requireConstructor(FormData, 'FormData'))();
      for (const [name, value] of entries) form.append(name, value as string);
      return form;
    },
  });
}

interface RequestData {
  url: string;
  method: string;
  headers: [string, string][];
  body: Bytes | null;
  init: Pick<RequestInit, (typeof REQUEST_PARTS)[number]>;
  signal?: AbortSignal;
}

/** `mode`, `referrer` and the like say how a browser sent it; they are left out because they cannot be set freely. */
const REQUEST_PARTS = ['cache', 'credentials', 'integrity', 'keepalive', 'redirect'] as const;

function createRequestType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const { Request } = environment.constructors ?? {};
  return defineValueType<Request, RequestData>({
    tag: 'Request',
    matches: (value) => isInstance(value, Request),
    encode: (request) => ({
      url: request.url,
      method: request.method,
      headers: [...request.headers],
      body: session.bodyOf(request, 'Request') as Bytes | null,
      init: Object.fromEntries(REQUEST_PARTS.map((part) => [part, request[part]])),
      ...(request.signal?.aborted ? { signal: request.signal } : {}),
    }),
    decode: ({ url, method, headers, body, init, signal }) =>
      new (requireConstructor(Request, 'Request'))(url, { ...init, method, headers, body, signal: signal ?? null }),
  });
}

interface ResponseData {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Bytes | null;
  /** Where it came from. Set only for answers of `fetch`. */
  url?: string;
  redirected?: boolean;
}

function createResponseType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const { Response } = environment.constructors ?? {};
  return defineValueType<Response, ResponseData>({
    tag: 'Response',
    matches: (value) => isInstance(value, Response),
    encode: (response) => ({
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: session.bodyOf(response, 'Response') as Bytes | null,
      ...(response.url === '' ? {} : { url: response.url, redirected: response.redirected }),
    }),
    decode: (data) => decodeResponse(requireConstructor(Response, 'Response'), data),
  });
}

function decodeResponse(constructor: typeof Response, data: ResponseData): Response {
  // Status 0 is that of Response.error(), and of nothing else.
  if (data.status === 0) return constructor.error();
  const { status, statusText, headers, body, url, redirected } = data;
  const response = new constructor(body, { status, statusText, headers });
  if (url !== undefined) {
    Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
  }
  return response;
}

/** Whether the bytes of `value` must be awaited before it can be encoded on the host. */
export function isBodyHolder(value: object, environment: CodecEnvironment): boolean {
  const { Blob, Request, Response } = environment.constructors ?? {};
  return isInstance(value, Blob) || isInstance(value, Request) || isInstance(value, Response);
}

/** Reads a body through a copy, so that the user's object stays usable. `null` when there is none. @throws {EncodeFailure} */
export async function readHostBody(holder: Blob | Request | Response): Promise<Uint8Array | null> {
  if (!('body' in holder)) return new Uint8Array(await holder.arrayBuffer());
  if (holder.body === null && !holder.bodyUsed) return null;
  if (holder.bodyUsed || holder.body?.locked) {
    throw new EncodeFailure(holder, (path) =>
      createValueError('value_body_used', { path, kind: holder.constructor.name }),
    );
  }
  return new Uint8Array(await holder.clone().arrayBuffer());
}
