/**
 * Builds the dashboard's page and writes it, compressed, as a module that its server imports: so a bundler takes it
 * along, and a server needs no folder for it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'dashboard/server/page-files.generated.ts');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Brings `page-files.generated.ts` up to date; an unchanged file is not touched. @returns Its compressed bytes. */
export async function writeDashboardPage(): Promise<number> {
  const files = await bundlePage();
  const entries = await Promise.all(
    files.map(async ({ fileName, content }) => {
      const bytes = await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
      return { fileName, contentType: TYPES[extname(fileName)] ?? 'application/octet-stream', bytes };
    }),
  );
  const table = Object.fromEntries(
    entries.map(({ fileName, contentType, bytes }) => [fileName, { contentType, brotli: bytes.toString('base64') }]),
  );
  const text = `/** Made from dashboard/page/ by scripts/dashboard-page.ts; not under version control. */\nimport type { PageFiles } from './page-files.ts';\n\nexport const pageFiles: PageFiles = ${JSON.stringify(table)};\n`;
  if (readText(TARGET) !== text) writeFileSync(TARGET, text);
  return entries.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

async function bundlePage(): Promise<{ fileName: string; content: string | Uint8Array }[]> {
  const result = await inProduction(() =>
    build({
      root: join(ROOT, 'dashboard/page'),
      base: './',
      configFile: false,
      logLevel: 'error',
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: { write: false, modulePreload: false, assetsInlineLimit: 0 },
    }),
  );
  if (!('output' in result)) throw new Error('The page was not built.');
  return result.output.map((file) => ({
    fileName: file.fileName,
    content: file.type === 'chunk' ? file.code : file.source,
  }));
}

/** Vite takes NODE_ENV as it finds it, or sets it for the rest of the process: tests would run with it, and npm. */
async function inProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
