/** Bundles the code of the store's threads. */
import { type Plugin, rolldown } from 'rolldown';

/**
 * Returns a script for a thread that has neither a file nor a folder. Only Node's own threads give scripts a
 * `require()`, so modules of Node come from `process`.
 * @param entry `runtime/world/threads/store-thread`: an absolute path.
 */
export async function bundleThread(entry: string, plugins: Plugin[] = []): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: 'node', plugins });
  try {
    const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false, comments: false });
    return `(function (require) {\n${output[0].code}\n})(process.getBuiltinModule);`;
  } finally {
    await bundle.close();
  }
}
