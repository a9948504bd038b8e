/** A Node that is older than the package allows, as many machines still have one. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const OLD_MAJOR = 20;
const run = promisify(execFile);

/**
 * Absolute path of a Node 20: the machine's own, or else one from npm.
 * @param installDir An empty directory for the one from npm.
 */
export async function provideOldNode(installDir: string): Promise<string> {
  for (const dir of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(dir, 'node');
    // That folder holds the Node of this repository.
    if (!dir.includes('node_modules') && isExecutable(path) && (await isOld(path))) return path;
  }
  const path = await installNode(installDir, String(OLD_MAJOR));
  if (!(await isOld(path))) throw new Error(`npm installed no Node ${OLD_MAJOR} at ${path}`);
  return path;
}

/** Absolute path of a Node of this version, from npm. @param dir An empty directory for it. */
export async function installNode(dir: string, version: string): Promise<string> {
  await run('npm', ['init', '--yes'], { cwd: dir });
  // npm 12 runs install scripts only of listed packages.
  await run('npm', ['pkg', 'set', 'allowScripts.node=true', '--json'], { cwd: dir });
  await run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: dir });
  return join(dir, 'node_modules/node/bin/node');
}

async function isOld(path: string): Promise<boolean> {
  const { stdout } = await run(path, ['--version']);
  return stdout.startsWith(`v${OLD_MAJOR}.`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
