/**
 * `npm run setup`: gets all that the tests of the gate need, so that they need no network. Does nothing when it is
 * there. `npm run setup -- --locks` makes the lock files of the framework tests anew, of all or of those whose folders
 * have one of the words that follow: `-- --locks nuxt next`.
 */
import { parseArgs } from 'node:util';
import { GATE_FRAMEWORKS } from '../test/frameworks/gate-frameworks.ts';
import { listRequests } from '../test/frameworks/installation-request.ts';
import { installPackages, makeLock } from '../test/frameworks/installation.ts';
import { build } from './build.ts';

/**
 * Brings `dist/` up to date and installs the frameworks of the gate where they are missing. If that fails, ends the
 * process with 1, and says what could not be got and the fix.
 */
export async function setUp(): Promise<void> {
  await orEnd(async () => {
    await build();
    for (const { template } of Object.values(GATE_FRAMEWORKS)) await installPackages([template].flat());
  });
}

async function orEnd(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function makeLocks(words: string[]): Promise<void> {
  const requests = listRequests().filter(
    ({ folder }) => words.length === 0 || words.some((word) => folder.includes(word)),
  );
  for (const request of requests) {
    console.log(`${request.folder}/package-lock.json`);
    await makeLock(request);
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { locks: { type: 'boolean' } }, allowPositionals: true });
  await (values.locks ? orEnd(() => makeLocks(positionals)) : setUp());
}
