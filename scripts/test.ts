/**
 * `npm test`: the gate. It decides whether a change lands. Arguments are those of vitest, for example a part of a file
 * name. `test/lanes.ts` says what is in it, and what the lanes are for.
 */
import { GATE } from '../test/lanes.ts';
import { runTests } from './run-tests.ts';
import { setUp } from './setup.ts';

await setUp();
const { ok, passed, failed, skipped, seconds } = await runTests(GATE, process.argv.slice(2));
console.log(`${ok ? 'Passed' : 'Failed'} after ${seconds} s.`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (!ok) process.exitCode = 1;
