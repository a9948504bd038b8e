/**
 * Bundles `runtime/sandbox/` to the script that each workflow realm evaluates, and writes it as a module that the
 * runtime imports. The realm has neither modules nor files, so its code has to come as one text.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const ENTRY = join(ROOT, 'runtime/sandbox/realm.ts');
const TARGET = join(ROOT, 'runtime/replay/realm-script.generated.ts');

/** Brings `realm-script.generated.ts` up to date; an unchanged file is not touched. */
export async function writeRealmScript(): Promise<void> {
  const text = `/** Made from runtime/sandbox/ by scripts/realm-script.ts; not under version control. */\nexport const realmScript: string = ${JSON.stringify(await bundleRealm())};\n`;
  if (readIfThere(TARGET) === text) return;
  // Renamed into place: another build may read it at this moment.
  const draft = `${TARGET}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, TARGET);
}

/** The script; its completion value is `{ createRealm }`. */
async function bundleRealm(): Promise<string> {
  const bundle = await rolldown({ input: ENTRY, cwd: ROOT, platform: 'neutral', onLog: refuse });
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
