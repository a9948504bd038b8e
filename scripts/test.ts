/**
 * `npm test`: the gate. It decides whether a change lands. Arguments are those of vitest, for example a part of a file
 * name. `test/lanes.ts` says what is in it, and what the lanes are for.
 */
import { GATE } from '../test/lanes.ts';
import { runTests, toLine } from './run-tests.ts';
import { setUp } from './setup.ts';

await setUp();
// From here on an installation is a mistake.
process.env['WORKFLOW_OFFLINE'] = '1';
const outcome = await runTests(
  GATE.map(({ name }) => name),
  process.argv.slice(2),
);
console.log(`${outcome.ok ? 'Passed' : 'Failed'} after ${outcome.seconds} s.`);
console.log(toLine(outcome));
if (!outcome.ok) process.exitCode = 1;
