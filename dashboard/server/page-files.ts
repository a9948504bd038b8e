/** The files of the page, which lie compressed in a module: a bundler takes them along, wherever the server goes. */
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** A file of the built page. */
export interface PageFile {
  contentType: string;
  /** In base64. */
  brotli: string;
}

/** The files by their path below the page. */
export type PageFiles = Readonly<Record<string, PageFile>>;

const INDEX = 'index.html';
const decompress = promisify(brotliDecompress);

/** Loaded late: whoever mounts the dashboard need not open it. */
let files: Promise<PageFiles> | null = null;
const load = (): Promise<PageFiles> =>
  (files ??= import('./page-files.generated.ts').then(({ pageFiles }) => pageFiles));

/**
 * Answers with a file. Names of files change with their content, so browsers may keep them.
 * @param path Below the page. @returns `null`: there is no such file.
 */
export async function answerFile(path: string, request: Request): Promise<Response | null> {
  const all = await load();
  if (path === INDEX || !Object.hasOwn(all, path)) return null;
  const { contentType, brotli } = all[path]!;
  const bytes = Buffer.from(brotli, 'base64');
  const takesBrotli = /\bbr\b/.test(request.headers.get('accept-encoding') ?? '');
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(takesBrotli && { 'Content-Encoding': 'br' }),
  };
  const body = takesBrotli ? bytes : await decompress(bytes);
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
}

/** The page itself, which asks for everything below `base`. */
export async function readIndex(base: string): Promise<string> {
  const { brotli } = (await load())[INDEX]!;
  const html = (await decompress(Buffer.from(brotli, 'base64'))).toString('utf8');
  return html.replace('<base href="/" />', `<base href="${escapeAttribute(base)}" />`);
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
