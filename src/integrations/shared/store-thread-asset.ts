/**
 * The store runs in threads of its own, whose code is a file. Where a server is bundled, that file is not beside the code that
 * starts it; this plugin puts it into the output, as one self-contained module.
 */
import { resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { integrationError } from './messages.ts';
import { ownFile } from './own-file.ts';

const STARTER = ownFile('runtime/world/sqlite/thread-channel');
const THREAD = ownFile('runtime/world/sqlite/store-thread');
const OUTPUT_FILE = 'workflow-store-thread.mjs';
/** How the starter names the file, for its source form and its built one. */
const THREAD_URL = /new URL\(\s*['"]\.\/store-thread\.[jt]s['"],\s*import\.meta\.url\s*\)/g;

/** A plugin for Rolldown and Rollup. */
export function storeThreadAsset(): Plugin {
  return {
    name: 'workflow:store-thread',
    transform: {
      order: 'pre',
      filter: { id: /[\\/]thread-channel\.[jt]s$/ },
      async handler(code, id) {
        if (resolve(id) !== STARTER) return null;
        const reference = this.emitFile({ type: 'asset', fileName: OUTPUT_FILE, source: await bundleThread() });
        const replaced = code.replaceAll(THREAD_URL, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
        if (replaced === code) throw integrationError('integration_thread_unplaced', { file: STARTER });
        return { code: replaced, map: null };
      },
    },
  };
}

async function bundleThread(): Promise<string> {
  const bundle = await rolldown({ input: THREAD, platform: 'node' });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
