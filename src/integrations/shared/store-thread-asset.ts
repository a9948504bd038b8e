/**
 * The store runs in threads of its own, whose code is a file. Where a server is bundled, that file is not beside the code that
 * starts it; this plugin puts it into the output, as one self-contained module.
 */
import { dirname, extname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { integrationError } from './messages.ts';

/** The module that starts the threads, in whatever copy of this package the application uses. */
const STARTER = /[\\/]runtime[\\/]world[\\/]sqlite[\\/]thread-channel\.[jt]s$/;
const OUTPUT_FILE = 'workflow-store-thread.mjs';
/** How the starter names the thread's file, which lies beside it. */
const THREAD_URL = /new URL\(\s*['"]\.\/store-thread\.js['"],\s*import\.meta\.url\s*\)/;

/** A plugin for Rolldown and Rollup. */
export function storeThreadAsset(): Plugin {
  return {
    name: 'workflow:store-thread',
    transform: {
      order: 'pre',
      filter: { id: STARTER },
      async handler(code, starter) {
        const source = await bundleThread(join(dirname(starter), `store-thread${extname(starter)}`));
        const reference = this.emitFile({ type: 'asset', fileName: OUTPUT_FILE, source });
        const replaced = code.replace(THREAD_URL, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
        if (replaced === code) throw integrationError('integration_thread_unplaced', { file: starter });
        return { code: replaced, map: null };
      },
    },
  };
}

async function bundleThread(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'node' });
  try {
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
