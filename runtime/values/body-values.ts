/** Web values that hold bytes: Blob, File, FormData, Request, Response. */
import type { CodecEnvironment } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import { defineValueType, EncodeFailure, type EncodeSession, type ValueType } from './value-type.ts';
import { isInstance, requireClass, web } from './web-values.ts';
import { markReply, replyStreamOf } from './webhook-reply.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The value types of the Web classes that hold bytes; subclasses come before their base classes. */
export function createBodyTypes(environment: CodecEnvironment, session: EncodeSession): ValueType[] {
  return [
    createFileType(session),
    createBlobType(session),
    formType,
    createRequestType(environment, session),
    createResponseType(session),
  ];
}

interface FileData {
  name: string;
  type: string;
  lastModified: number;
  bytes: Bytes;
}

function createFileType(session: EncodeSession): ValueType {
  return defineValueType<FileData>({
    tag: 'File',
    matches: (value) => isInstance(value, web.File),
    encode: (file: File) => ({
      name: file.name,
      type: file.type,
      lastModified: file.lastModified,
      bytes: session.bodyOf(file, 'File') as Bytes,
    }),
    decode: ({ bytes, name, type, lastModified }) =>
      new (requireClass(web.File, 'File'))([bytes], name, { type, lastModified }),
  });
}

function createBlobType(session: EncodeSession): ValueType {
  return defineValueType<{ type: string; bytes: Bytes }>({
    tag: 'Blob',
    matches: (value) => isInstance(value, web.Blob),
    encode: (blob: Blob) => ({ type: blob.type, bytes: session.bodyOf(blob, 'Blob') as Bytes }),
    decode: ({ bytes, type }) => new (requireClass(web.Blob, 'Blob'))([bytes], { type }),
  });
}

const formType = defineValueType<[string, FormDataEntryValue][]>({
  tag: 'FormData',
  matches: (value) => isInstance(value, web.FormData),
  encode: (form: FormData) => [...form],
  decode(entries) {
    const form = new (requireClass(web.FormData, 'FormData'))();
    for (const [name, value] of entries) form.append(name, value as string);
    return form;
  },
});

interface RequestData {
  url: string;
  method: string;
  headers: [string, string][];
  body: Bytes | null;
  init: Pick<RequestInit, (typeof REQUEST_PARTS)[number]>;
  signal?: AbortSignal;
  /** The stream for the answer, if the caller of the webhook waits for one. */
  reply?: string;
}

/**
 * `mode`, `referrer` and similar parts describe how a browser sent the request; they are left out because they cannot
 * be set freely.
 */
const REQUEST_PARTS = ['cache', 'credentials', 'integrity', 'keepalive', 'redirect'] as const;

function createRequestType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  return defineValueType<RequestData>({
    tag: 'Request',
    matches: (value) => isInstance(value, web.Request),
    encode(request: Request) {
      const reply = replyStreamOf(request);
      return {
        url: session.urlOf(request),
        method: request.method,
        headers: session.headersOf(request),
        body: session.bodyOf(request, 'Request') as Bytes | null,
        init: Object.fromEntries(REQUEST_PARTS.map((part) => [part, request[part]])),
        ...(request.signal?.aborted ? { signal: request.signal } : {}),
        ...(reply === null ? {} : { reply }),
      };
    },
    decode({ url, init, reply, signal, ...parts }) {
      const request = new (requireClass(web.Request, 'Request'))(url, { ...init, ...parts, signal: signal ?? null });
      if (reply === undefined) return request;
      environment.attachReply?.(request, reply);
      return markReply(request, reply);
    },
  });
}

interface ResponseData {
  status: number;
  statusText: string;
  headers: [string, string][];
  body: Bytes | null;
  /** The address that it came from. Only responses of `fetch` have one. */
  url?: string;
  redirected?: boolean;
}

function createResponseType(session: EncodeSession): ValueType {
  return defineValueType<ResponseData>({
    tag: 'Response',
    matches: (value) => isInstance(value, web.Response),
    encode: (response: Response) => ({
      status: response.status,
      statusText: response.statusText,
      headers: session.headersOf(response),
      body: session.bodyOf(response, 'Response') as Bytes | null,
      ...(response.url === '' ? {} : { url: session.urlOf(response), redirected: response.redirected }),
    }),
    decode: (data) => decodeResponse(requireClass(web.Response, 'Response'), data),
  });
}

function decodeResponse(cls: typeof Response, data: ResponseData): Response {
  // Only Response.error() has status 0.
  if (data.status === 0) return cls.error();
  const { status, statusText, headers, body, url, redirected } = data;
  const response = new cls(body, { status, statusText, headers });
  if (url !== undefined) {
    Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
  }
  return response;
}

/** Whether the bytes of `value` must be awaited on the host before it can be encoded. */
export const isBodyHolder = (value: object): value is Blob | Request | Response =>
  isInstance(value, web.Blob) || isInstance(value, web.Request) || isInstance(value, web.Response);

/**
 * Reads a body through a copy, so that the user's object stays usable. `null` when there is no body.
 * @throws {EncodeFailure}
 */
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
