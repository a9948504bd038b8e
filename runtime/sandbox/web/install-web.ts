/** The globals of the Web platform for workflow code, by name. */
import { SandboxAbortController, SandboxAbortSignal } from './abort.ts';
import { atob, btoa } from './base64-functions.ts';
import { SandboxBlob, SandboxFile } from './blob.ts';
import { DOM_EXCEPTION_CONSTANTS, SandboxDOMException } from './dom-exception.ts';
import { SandboxEventTarget } from './event-target.ts';
import { EVENT_CONSTANTS, SandboxCustomEvent, SandboxEvent } from './event.ts';
import { SandboxFormData } from './form-data.ts';
import { SandboxHeaders } from './headers.ts';
import { createPerformance } from './performance.ts';
import { SandboxReadableController, SandboxReadableReader, SandboxReadableStream } from './readable-stream.ts';
import { SandboxRequest } from './request.ts';
import { SandboxResponse } from './response.ts';
import { createStructuredClone } from './structured-clone.ts';
import { SandboxTextDecoder, SandboxTextEncoder } from './text-coding.ts';
import { SandboxURLSearchParams } from './url-search-params.ts';
import { SandboxURL } from './url.ts';
import { openWebHost, type WebClock, type WebHost } from './web-host.ts';
import { toInterface, type Constructor } from './web-idl.ts';
import { SandboxWritableStream, SandboxWriter } from './writable-stream.ts';

/**
 * Makes the Web globals of a realm, for all its runs. Data of a single run comes from `host` and `clock` at each call.
 * @param clock Workflow time, and the durable wait behind `AbortSignal.timeout`.
 */
export function createWebGlobals(host: WebHost, clock: WebClock): Record<string, unknown> {
  openWebHost(host, clock);
  const interfaces = createInterfaces();
  return {
    ...interfaces,
    atob,
    btoa,
    performance: createPerformance(),
    queueMicrotask,
    structuredClone: createStructuredClone(Object.values(interfaces)),
  };
}

const CONSTANTS: Record<string, Record<string, number>> = {
  DOMException: DOM_EXCEPTION_CONSTANTS,
  Event: EVENT_CONSTANTS,
};

function createInterfaces(): Record<string, Constructor> {
  const classes: Record<string, Constructor> = {
    AbortController: SandboxAbortController,
    AbortSignal: SandboxAbortSignal,
    Blob: SandboxBlob,
    CustomEvent: SandboxCustomEvent,
    DOMException: SandboxDOMException,
    Event: SandboxEvent,
    EventTarget: SandboxEventTarget,
    File: SandboxFile,
    FormData: SandboxFormData,
    Headers: SandboxHeaders,
    ReadableStream: SandboxReadableStream,
    ReadableStreamDefaultController: SandboxReadableController,
    ReadableStreamDefaultReader: SandboxReadableReader,
    Request: SandboxRequest,
    Response: SandboxResponse,
    TextDecoder: SandboxTextDecoder,
    TextEncoder: SandboxTextEncoder,
    URL: SandboxURL,
    URLSearchParams: SandboxURLSearchParams,
    WritableStream: SandboxWritableStream,
    WritableStreamDefaultWriter: SandboxWriter,
  };
  for (const [name, cls] of Object.entries(classes)) toInterface(name, cls, CONSTANTS[name]);
  return classes;
}

/** `queueMicrotask` of the Web platform. An error of `callback` becomes an unhandled rejection of the run. */
function queueMicrotask(callback: unknown): void {
  if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function.');
  void callLater(callback as () => void);
}

async function callLater(callback: () => void): Promise<void> {
  await Promise.resolve();
  callback();
}
