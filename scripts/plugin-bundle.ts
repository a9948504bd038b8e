/** Bundles the plugin of tsserver, which loads CommonJS: one file that needs nothing but Node. */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const ENTRY = join(ROOT, 'ts-plugin/plugin/entry.ts');

/** Editors bring a Node of their own, which may be older than the one that workflows run on. */
const OLDEST_EDITOR = 'node20';

/** @param file Where to write it: an absolute path. */
export async function writePluginBundle(file: string): Promise<void> {
  const bundle = await rolldown({
    input: ENTRY,
    cwd: ROOT,
    platform: 'node',
    external: [...builtinModules, /^node:/],
    transform: { target: OLDEST_EDITOR },
    onLog: refuse,
  });
  try {
    await bundle.write({ file, format: 'cjs', exports: 'default', codeSplitting: false });
  } finally {
    await bundle.close();
  }
}

/** A warning here is an import that editors cannot load. */
function refuse(_level: string, log: { message: string }): void {
  throw new Error(log.message);
}
