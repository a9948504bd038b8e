/**
 * Embeds the code of the store's threads into the code that starts them, for servers that other tools bundle again: a
 * separate file would be lost.
 */
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'rolldown';
import { integrationError } from './messages.ts';
import { bundleThread, replaceText, STARTER } from './store-thread-chunk.ts';

/** How the starter refers to the thread's file beside it. */
const THREAD_URL = `new URL('./store-thread.js', import.meta.url)`;

/** A plugin for Rolldown, Rollup and Vite. */
export function storeThreadInline(): Plugin {
  return {
    name: 'workflow:store-thread-inline',
    transform: {
      order: 'pre',
      filter: { id: STARTER },
      async handler(code, starter) {
        const thread = await bundleThread(join(dirname(starter), `store-thread${extname(starter)}`));
        const url = `data:text/javascript;base64,${Buffer.from(thread).toString('base64')}`;
        const replaced = replaceText(code, THREAD_URL, `new URL(${JSON.stringify(url)})`);
        if (!replaced) this.error(integrationError('integration_thread_unplaced', { file: starter }));
        return replaced;
      },
    },
  };
}
