/**
 * Brings the store's threads into a bundled server. Their code is a file, which in the output is not beside the code
 * that starts them.
 */
import { dirname, extname, join, posix } from 'node:path';
import { MagicString } from 'magic-string';
import { type Plugin, rolldown } from 'rolldown';
import { integrationError } from './messages.ts';
import { storeDriver } from './store-driver.ts';

/** The module that starts the threads, in any copy of this package. */
const STARTER = /[\\/]runtime[\\/]world[\\/]threads[\\/]start-thread\.[jt]s$/;
/** How the starter refers to the thread's file beside it. */
const THREAD_PATH = './store-thread.js';
const THREAD_URL = `new URL('${THREAD_PATH}', import.meta.url)`;
const OUTPUT_FILE = 'workflow-store-thread.mjs';
/** Replaced by the path once the starter's chunk is known. Bundlers differ in how they resolve such paths. */
const PLACEHOLDER = 'workflow-store-thread-path';

/** The module in the bundler's graph that becomes the file. */
const THREAD_MODULE = '\0workflow:store-thread';
const THREAD_ID = new RegExp(`^${THREAD_MODULE}$`);

/** How the bundler's output refers to its files. */
export interface StoreThreadOptions {
  /** The file that `import.meta.url` names in the output: its own chunk, or always the entry if the host changes it. */
  metaUrl: 'chunk' | 'entry';
}

/** Adds the threads' code to the output as one self-contained module. A plugin for Rolldown, Rollup and Vite. */
export function storeThreadChunk({ metaUrl }: StoreThreadOptions): Plugin {
  let threadFile = '';
  return {
    name: 'workflow:store-thread',
    resolveId: {
      order: 'pre',
      filter: { id: [THREAD_ID, /^node:/] },
      handler(id, importer) {
        if (id === THREAD_MODULE) return id;
        // It has no other imports, and some bundlers do not know every module of Node.
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
        threadFile = threadBeside(starter);
        // A chunk, because Vite leaves assets out of servers.
        this.emitFile({ type: 'chunk', id: THREAD_MODULE, fileName: OUTPUT_FILE });
        return replaceText(code, THREAD_PATH, PLACEHOLDER) ?? this.error(unplaced(starter));
      },
    },
    renderChunk(code, { fileName }) {
      const from = metaUrl === 'chunk' ? posix.dirname(fileName) : '.';
      return replaceText(code, PLACEHOLDER, `./${posix.relative(from, OUTPUT_FILE)}`);
    },
  };
}

/**
 * Embeds the threads' code into the code that starts them, for servers that other tools bundle again: a separate file
 * would be lost. A plugin for Rolldown, Rollup and Vite.
 */
export function storeThreadInline(): Plugin {
  return {
    name: 'workflow:store-thread-inline',
    transform: {
      order: 'pre',
      filter: { id: STARTER },
      async handler(code, starter) {
        const thread = await bundleThread(threadBeside(starter));
        const url = `data:text/javascript;base64,${Buffer.from(thread).toString('base64')}`;
        return replaceText(code, THREAD_URL, `new URL(${JSON.stringify(url)})`) ?? this.error(unplaced(starter));
      },
    },
  };
}

const unplaced = (file: string): Error => integrationError('integration_thread_unplaced', { file });

const threadBeside = (starter: string): string => join(dirname(starter), `store-thread${extname(starter)}`);

/** Replaces a text; `null` when it does not occur. */
function replaceText(code: string, from: string, to: string): { code: string; map: string } | null {
  if (!code.includes(from)) return null;
  const text = new MagicString(code).replaceAll(from, to);
  return { code: text.toString(), map: text.generateMap({ hires: 'boundary' }).toString() };
}

/** Bundles the thread and its imports into one module. */
async function bundleThread(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'node', plugins: [storeDriver()] });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
