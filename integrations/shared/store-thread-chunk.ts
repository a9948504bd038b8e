/**
 * The store runs in threads of its own, whose code is a file. Where a server is bundled, that file is not beside the code that
 * starts it; this plugin puts it into the output, as one self-contained module.
 */
import { dirname, extname, join, posix } from 'node:path';
import { MagicString } from 'magic-string';
import { type Plugin, rolldown } from 'rolldown';
import { integrationError } from './messages.ts';

/** The module that starts the threads, in whatever copy of this package the application uses. */
export const STARTER = /[\\/]runtime[\\/]world[\\/]sqlite[\\/]thread-channel\.[jt]s$/;
/** How the starter names the thread's file, which lies beside it. */
const THREAD_PATH = './store-thread.js';
const OUTPUT_FILE = 'workflow-store-thread.mjs';
/** Stands for the path until it is known which chunk the starter is part of. Bundlers differ in how they fill in such paths. */
const PLACEHOLDER = 'workflow-store-thread-path';

/** The module in the application's graph that becomes the file. */
const THREAD_MODULE = '\0workflow:store-thread';
const THREAD_ID = new RegExp(`^${THREAD_MODULE}$`);

export interface StoreThreadOptions {
  /** What `import.meta.url` names in the output: the chunk it stands in, or (where the host changes it) always the entry. */
  metaUrl: 'chunk' | 'entry';
}

/** A plugin for Rolldown, Rollup and Vite. */
export function storeThreadChunk({ metaUrl }: StoreThreadOptions): Plugin {
  let threadFile = '';
  return {
    name: 'workflow:store-thread',
    resolveId: {
      order: 'pre',
      filter: { id: [THREAD_ID, /^node:/] },
      handler(id, importer) {
        if (id === THREAD_MODULE) return id;
        // It imports nothing else, and not all bundlers know every module of Node.
        return importer === THREAD_MODULE ? { id, external: true } : null;
      },
    },
    load: {
      filter: { id: THREAD_ID },
      handler: async () => ({ code: await bundleThread(threadFile), map: null, moduleSideEffects: true }),
    },
    transform: {
      order: 'pre',
      filter: { id: STARTER },
      handler(code, starter) {
        const replaced = replaceText(code, THREAD_PATH, PLACEHOLDER);
        if (!replaced) this.error(integrationError('integration_thread_unplaced', { file: starter }));
        threadFile = join(dirname(starter), `store-thread${extname(starter)}`);
        // A chunk, because Vite keeps assets out of servers.
        this.emitFile({ type: 'chunk', id: THREAD_MODULE, fileName: OUTPUT_FILE });
        return replaced;
      },
    },
    renderChunk(code, { fileName }) {
      const from = metaUrl === 'chunk' ? posix.dirname(fileName) : '.';
      return replaceText(code, PLACEHOLDER, `./${posix.relative(from, OUTPUT_FILE)}`);
    },
  };
}

/** `null` when the text does not occur. */
export function replaceText(code: string, from: string, to: string): { code: string; map: string } | null {
  if (!code.includes(from)) return null;
  const text = new MagicString(code).replaceAll(from, to);
  return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }).toString() };
}

/** The thread with all that it imports, as one module. */
export async function bundleThread(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'node' });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
