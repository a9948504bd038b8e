/**
 * The packages of an application on a framework, installed by npm once per checkout. Lock files decide the versions;
 * with `FRAMEWORKS_NEWEST=1` it is what the registry has today. With `WORKFLOW_OFFLINE=1` nothing is installed.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { completeLock } from '../../scripts/lock-platforms.ts';
import { NPM_PATIENCE, tryAgain } from '../../scripts/try-again.mjs';
import {
  type InstallationLock,
  type InstallationRequest,
  LOCK_COMMAND,
  readRequest,
  STAND_IN,
  withNewestPackages,
} from './installation-request.ts';
import { cleanEnvironment } from './server-process.ts';

const run = promisify(execFile);
/** By the hash of the request. */
const INSTALLATIONS = join(import.meta.dirname, '../../node_modules/.cache/workflow-frameworks');
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const FLAGS = ['--no-audit', '--no-fund', '--loglevel=error', ...NPM_PATIENCE];

/** A request, and the versions that it gets. */
interface Order extends Omit<InstallationRequest, 'lockFile'> {
  /** The lock file's text. `null`: the newest versions. */
  lock: string | null;
}

/**
 * Installs what a project asks for, unless it is there. The packed package is replaced by an empty one, because its
 * files change with every run of the tests; its dependencies are installed where npm would put them, also where the
 * framework wants other versions.
 * @param templates Folders: the last one with a `package.json` decides.
 * @returns A directory with `node_modules`. If two processes install the same at once, the first one's stays.
 * @throws Error that says what could not be got, and the fix.
 */
export async function installPackages(templates: string[]): Promise<string> {
  const order = readOrder(readRequest(templates));
  const target = join(INSTALLATIONS, hashOf(order));
  if (existsSync(target)) return target;
  if (process.env['WORKFLOW_OFFLINE'] === '1') {
    throw new Error(`The packages of ${order.folder} are not installed. Fix: npm run setup`);
  }
  console.error(`The packages of ${order.folder} are missing: npm installs them …`);
  mkdirSync(INSTALLATIONS, { recursive: true });
  const dir = mkdtempSync(join(INSTALLATIONS, 'installing-'));
  try {
    await writeOrder(order, dir);
    await tryAgain(() => askNpm(order, dir)).catch((error: Error) => {
      throw new Error(`${error.message}\nFix: make sure that "npm ping" gets an answer, then npm run setup`);
    });
    if (!existsSync(target)) renameSync(dir, target);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return target;
}

/** Makes the lock file of a template anew, from what the registry has today. */
export async function makeLock({ folder, lockFile, project, standIn }: InstallationRequest): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'workflow-lock-'));
  try {
    await writeOrder({ folder, project, standIn, lock: null }, dir);
    const flags = ['--package-lock-only', '--ignore-scripts', '--omit-lockfile-registry-resolved'];
    await runNpm(['install', ...flags, ...FLAGS], dir);
    const lock = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8')) as InstallationLock;
    // The file is not the same on every machine.
    delete lock.packages['node_modules/workflow']!.integrity;
    writeFileSync(lockFile, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function readOrder({ folder, lockFile, project, standIn }: InstallationRequest): Order {
  if (process.env['FRAMEWORKS_NEWEST'] === '1') {
    return { folder, project: withNewestPackages(project), standIn, lock: null };
  }
  if (!existsSync(lockFile)) throw new Error(`${folder} has no package-lock.json. Fix: ${LOCK_COMMAND}`);
  return { folder, project, standIn, lock: readFileSync(lockFile, 'utf8') };
}

/** The newest packages are new every day. */
function hashOf({ project, standIn, lock }: Order): string {
  const versions = lock ?? new Date().toISOString().slice(0, 10);
  return createHash('sha256')
    .update(JSON.stringify([project, standIn, versions]))
    .digest('hex')
    .slice(0, 16);
}

/** Writes what npm reads. */
async function writeOrder({ project, standIn, lock }: Order, dir: string): Promise<void> {
  mkdirSync(join(dir, 'package'));
  writeFileSync(join(dir, 'package/package.json'), JSON.stringify(standIn, null, 2));
  writeFileSync(join(dir, 'package.json'), JSON.stringify(project, null, 2));
  if (lock !== null) writeFileSync(join(dir, 'package-lock.json'), lock);
  await run('tar', ['-czf', STAND_IN, 'package'], { cwd: dir });
}

async function askNpm({ folder, lock }: Order, dir: string): Promise<void> {
  const command = lock === null ? ['install', '--no-package-lock'] : ['ci'];
  try {
    await runNpm([...command, ...FLAGS, '--prefer-offline'], dir);
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(`npm could not install the packages of ${folder}:\n${stderr || message}`, { cause: error });
  }
}

async function runNpm(args: string[], dir: string): Promise<void> {
  await run('npm', args, { cwd: dir, env: cleanEnvironment(), maxBuffer: OUTPUT_BYTES_MAX });
}
