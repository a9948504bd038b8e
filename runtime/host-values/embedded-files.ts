/** Files that a build took into the step bundle: the steps want them as files. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledHost } from '../contract/compiled.ts';

/** Of this process alone; removed when it ends. */
let folder: string | null = null;
/** Paths by name and content. */
const paths = new Map<string, string>();

/** See {@link CompiledHost.embeddedFile}. */
export const embeddedFile: CompiledHost['embeddedFile'] = (name, base64) => {
  const key = `${name}:${base64}`;
  const path = paths.get(key) ?? join(openFolder(), String(paths.size), name);
  paths.set(key, path);
  if (!existsSync(path)) {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, Buffer.from(base64, 'base64'));
  }
  return pathToFileURL(path);
};

function openFolder(): string {
  if (folder) return folder;
  const opened = mkdtempSync(join(tmpdir(), 'workflow-files-'));
  process.once('exit', () => rmSync(opened, { recursive: true, force: true }));
  return (folder = opened);
}
