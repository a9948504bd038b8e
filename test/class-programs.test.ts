/**
 * Programs about classes of errors. Each workflow of `class-programs/input.ts` is run plain and compiled, with every
 * error that its steps can make: both must see the same.
 */
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { type Outcome, runCompiled, runPlain, type SampleCall } from './sample-program.ts';

const FILE = { dir: fileURLToPath(new URL('./class-programs/', import.meta.url)), input: 'input.ts' };

const ERRORS = (
  'denied overdrawn bad notFound late refused broken several empty withName inner own fatal deeper expressed plain ' +
  'caused decorated cyclic'
).split(' ');
const WITH_EACH = ['thrown', 'returned', 'passedOn', 'around', 'uncaught', 'branches'];
const ALONE = (
  'methods statics fatals causes fields cycles hiddenFields groups factories settled anyOf schemas twice ' +
  'inCollections changedLater'
).split(' ');
const calls: SampleCall[] = [
  ...WITH_EACH.flatMap((program) => ERRORS.map((error): SampleCall => [program, error])),
  ...ALONE.map((program): SampleCall => [program]),
];

let plain: Outcome[];
let compiled: Outcome[];

beforeAll(async () => {
  plain = await runPlain(FILE, calls);
  ({ outcomes: compiled } = await runCompiled(FILE, calls));
});

test.each(calls.map((call, index) => [call.join(' '), index] as const))('%s', (_, index) => {
  expect(plain[index]).toBeDefined();
  expect(compiled[index]).toEqual(plain[index]);
});
