/**
 * Runs a script of this repository on any host: `node scripts/with-setup.mjs <script> [arguments]`.
 * Installs the dependencies where they are missing or out of date, then runs the script with the Node that they pin.
 * An older Node must be able to run this file, so it is plain JavaScript for Node 20.11.
 */
import { spawn } from 'node:child_process';
import { existsSync, statSync, utimesSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  fail(
    `The scripts of workflow need Node 20.11 or newer, but this is Node ${process.versions.node}. ` +
      'Fix: install Node 24 from https://nodejs.org, then run this again with it. [node_version_unsupported]',
  );
}

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules/.bin');
const PINNED_NODE = join(BIN, 'node');
const LOCK_FILE = join(ROOT, 'package-lock.json');
/** npm writes it when an installation is complete. */
const INSTALLED_LOCK_FILE = join(ROOT, 'node_modules/.package-lock.json');
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const [script, ...scriptArguments] = process.argv.slice(2);
if (script === undefined) fail('No script to run. Fix: node scripts/with-setup.mjs scripts/test.ts');

const reason = whyInstall();
if (reason !== null) await install(reason);
if (!existsSync(PINNED_NODE)) {
  fail('The Node that package.json pins is not installed. Fix: npm install --include=dev --allow-scripts=node');
}
const env = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
endLike(await run(PINNED_NODE, [join(ROOT, script), ...scriptArguments], { env }));

/** The reason to install the dependencies; `null` when they are up to date. */
function whyInstall() {
  if (!existsSync(INSTALLED_LOCK_FILE)) return 'are missing';
  const isOlder = existsSync(LOCK_FILE) && statSync(INSTALLED_LOCK_FILE).mtimeMs < statSync(LOCK_FILE).mtimeMs;
  return isOlder ? 'are older than package-lock.json' : null;
}

/**
 * Installs what the lock file says and leaves that file as it is. Not with `npm ci`: that refuses lock files without
 * the binaries of every platform, and registry mirrors do not always have them all.
 */
async function install(reason) {
  console.error(`The dependencies ${reason}: npm install, about half a minute …`);
  const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { NPM_PATIENCE, tryAgain } = await import('./try-again.mjs');
  try {
    await tryAgain(async () => {
      const ending = await run('npm', ['install', ...flags, ...NPM_PATIENCE], { cwd: ROOT });
      if (ending.signal !== null) endLike(ending);
      if (ending.code !== 0) throw new Error(`npm install ended with code ${ending.code}.`);
    });
  } catch (error) {
    fail(
      `The dependencies of package-lock.json could not be installed: ${error.message} npm says above what it could ` +
        'not get. Fix: make sure that "npm ping" gets an answer from the registry, then run this again.',
    );
  }
  // npm leaves the file alone when nothing had to change, and would be asked again and again.
  const now = new Date();
  utimesSync(INSTALLED_LOCK_FILE, now, now);
}

/** Runs a command to its end, hands it the signals that this process gets, and tells how it ended. */
function run(command, commandArguments, options) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { stdio: 'inherit', ...options });
    const forward = (signal) => {
      // A terminal sends Ctrl-C to both processes.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    for (const name of FORWARDED_SIGNALS) process.on(name, forward);
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      for (const name of FORWARDED_SIGNALS) process.off(name, forward);
      resolve({ code, signal });
    });
  });
}

/** Ends this process with the code of the child; a signal is told the way shells do. */
function endLike({ code, signal }) {
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
