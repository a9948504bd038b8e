/**
 * Bundles the code that runs apart from the rest, in workflow realms and in the threads of stores. A realm has neither
 * modules nor files, and a thread starts in half the time from one text. So the runtime imports each as a text.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundleThread } from '../integrations/shared/bundle-thread.ts';

const ROOT = join(import.meta.dirname, '..');
const REALM = join(ROOT, 'runtime/sandbox/realm.ts');
const THREAD = join(ROOT, 'runtime/world/threads/store-thread.ts');

/** The modules that are written, relative to the repository. They are not under version control. */
export const EMBEDDED = {
  realmScript: 'runtime/replay/realm-script.generated.ts',
  threadScript: 'runtime/world/threads/thread-script.generated.ts',
} as const;

/** Brings both modules up to date. */
export async function writeEmbeddedScripts(): Promise<void> {
  writeText('realmScript', await bundleRealm());
  writeText('threadScript', await bundleThread(THREAD));
}

/** Writes the module; an unchanged one is not touched. */
function writeText(name: keyof typeof EMBEDDED, script: string): void {
  const target = join(ROOT, EMBEDDED[name]);
  const text = `/** Made by scripts/embedded-scripts.ts. */\nexport const ${name}: string = ${JSON.stringify(script)};\n`;
  if (readIfThere(target) === text) return;
  // Renamed into place: another build may read it at this moment.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, target);
}

/** The script; its completion value is `{ createRealm }`. */
async function bundleRealm(): Promise<string> {
  const bundle = await rolldown({ input: REALM, cwd: ROOT, platform: 'neutral', onLog: refuse });
  try {
    const { output } = await bundle.generate({ format: 'iife', name: 'realm', codeSplitting: false });
    return `(function () {\n'use strict';\n${output[0].code}\nreturn realm;\n})()`;
  } finally {
    await bundle.close();
  }
}

/** A warning here is an import that the realm cannot have. */
function refuse(_level: string, log: { message: string }): void {
  throw new Error(log.message);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
