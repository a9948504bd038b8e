/**
 * Loads the files that messages name by their addresses, where the model does not load them itself. The download of the
 * AI SDK is not used: its versions differ in what they refuse, and none looks at where a name leads.
 */
import type { LookupAddress } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { WorkflowError } from '../../runtime/contract/errors.ts';
import { findAddresses, refusedDownload } from './download-hosts.ts';

/** A file that a message names, as the AI SDK asks for it. */
interface RequestedFile {
  url: URL;
  isUrlSupportedByModel: boolean;
}

interface LoadedFile {
  data: Uint8Array;
  mediaType: string | undefined;
}

/** The bounds of a download. */
interface DownloadLimits {
  /** See `downloadHosts` of the agent. */
  hosts: readonly string[];
  signal: AbortSignal;
}

const REDIRECTS_MAX = 10;
/** A file is held in memory, and once more in the request as base64. */
const BYTES_MAX = 100 * 2 ** 20;

/**
 * Makes a function for `experimental_download` of the AI SDK. It gives `null` for a file that the model loads, and
 * throws `agent_download_refused` and {@link DownloadError}.
 */
export function createDownload(
  limits: DownloadLimits,
): (files: readonly RequestedFile[]) => Promise<(LoadedFile | null)[]> {
  const loadUnless = async ({ url, isUrlSupportedByModel }: RequestedFile): Promise<LoadedFile | null> =>
    isUrlSupportedByModel ? null : await load(url, limits);
  return async (files) => await Promise.all(files.map(loadUnless));
}

async function load(url: URL, limits: DownloadLimits): Promise<LoadedFile> {
  try {
    if (url.protocol === 'data:') return await readData(url);
    const response = await follow(url, limits);
    return { data: await readBody(url, response), mediaType: response.headers['content-type'] };
  } catch (error) {
    if (WorkflowError.is(error) || error instanceof DownloadError) throw error;
    throw new DownloadError(url, (error as Error).message, { cause: error });
  }
}

async function readData(url: URL): Promise<LoadedFile> {
  const response = await fetch(url);
  const mediaType = response.headers.get('content-type') ?? undefined;
  return { data: new Uint8Array(await response.arrayBuffer()), mediaType };
}

/** The limits hold for each address on the way. */
async function follow(first: URL, { hosts, signal }: DownloadLimits): Promise<IncomingMessage> {
  let url = first;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    if (!/^https?:$/.test(url.protocol)) throw refusedDownload(url, 'only http and https are loaded');
    const response = await ask(url, await findAddresses(url, hosts), signal);
    const { statusCode = 0, headers } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    response.destroy();
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
      throw new DownloadError(url, `the server answered ${statusCode}`, { statusCode });
    url = new URL(headers.location, url);
  }
  throw new DownloadError(first, 'it is redirected too often', {});
}

/** Connects to these addresses only: a name that is looked up once more may lead elsewhere. */
function ask(url: URL, addresses: LookupAddress[], signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  const [{ address, family }] = addresses as [LookupAddress];
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      // Nobody has looked at the connections that other requests left open.
      agent: false,
      headers: { 'user-agent': 'workflow', 'accept-encoding': 'identity' },
      lookup: (_name, { all }, done) => (all ? done(null, addresses) : done(null, address, family)),
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function readBody(url: URL, response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw refusedDownload(url, `it has more than ${BYTES_MAX / 2 ** 20} MB`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Named as the AI SDK names its own, and handled like it: it came before the model was asked. */
class DownloadError extends Error {
  override readonly name = 'AI_DownloadError';
  readonly statusCode: number | undefined;

  constructor(url: URL, reason: string, { statusCode, cause }: { statusCode?: number; cause?: unknown }) {
    super(`${url.origin}${url.pathname} could not be loaded: ${reason}.`, { cause });
    this.statusCode = statusCode;
  }
}
