/**
 * Random deployments: a run sleeps while functions of its workflow are added, removed, swapped, edited, and while the
 * variables that they capture and the parameters that they take change. Each function says who it is, so the answer
 * tells whether it is the one that the run means.
 */
import { expect, test } from 'vitest';
import { Random } from '../simulation/random.ts';
import { DeployedApp } from './deployed-app.ts';

const RUNS = Number(process.env['RANDOM_DEPLOYMENTS'] ?? 3);
const NAMES = ['act', 'pay', ''];
const VARIABLES = ['amount', 'rate', 'fee'];
const PARAMETERS = ['id', 'cents', 'note', 'note = "none"'];

/** A step in the workflow; an empty name: it has none. */
interface Fn {
  name: string;
  text: number;
  captures: string[];
  parameters: string[];
}

/** All variables of the workflow, and the arguments of the call, have their own names as values. */
function write(fns: readonly Fn[], called: number): string {
  const steps = fns.map(({ name, text, captures, parameters }) => {
    const given = [text, ...captures, ...parameters.map(nameOf)].join(', ');
    const fn = `async (${parameters.join(', ')}) => { 'use step'; return [${given}]; }`;
    return name === '' ? `add(${fn});` : `{ const ${name} = ${fn}; add(${name}); }`;
  });
  return `import { createHook } from 'workflow';
export async function order(${VARIABLES.join(', ')}) {
  'use workflow';
  const all = [];
  const add = (fn) => all.push(fn);
  ${steps.join('\n  ')}
  await createHook({ token: 'go' });
  return await all[${called}](${fns[called]?.parameters.map((one) => `'${nameOf(one)}'`).join(', ')});
}
`;
}

const nameOf = (parameter: string): string => parameter.split(' ')[0]!;

let texts = 0;
const makeFn = (random: Random): Fn => ({
  name: random.pick(NAMES),
  text: (texts += 1),
  captures: VARIABLES.filter(() => random.chance(0.3)),
  parameters: makeParameters(random),
});

/** In any order, those with a default last. */
const makeParameters = (random: Random): string[] =>
  PARAMETERS.slice(0, 3)
    .filter(() => random.chance(0.5))
    .sort(() => random.between(-1, 1))
    .concat(random.chance(0.3) ? PARAMETERS.slice(3) : [])
    .filter((one, at, all) => all.findIndex((other) => nameOf(other) === nameOf(one)) === at);

function change(random: Random, fns: readonly Fn[]): Fn[] {
  const at = random.between(0, fns.length - 1);
  const one = fns[at]!;
  switch (random.pick(['add', 'remove', 'swap', 'edit', 'capture', 'copy', 'take'])) {
    case 'add':
      return fns.toSpliced(at, 0, makeFn(random));
    case 'remove':
      return fns.toSpliced(at, 1);
    case 'swap':
      return [...fns.slice(at), ...fns.slice(0, at)];
    case 'edit':
      return fns.with(at, { ...one, text: (texts += 1) });
    case 'copy':
      return fns.toSpliced(at, 0, one);
    case 'take':
      return fns.with(at, { ...one, text: (texts += 1), parameters: makeParameters(random) });
    default:
      return fns.with(at, { ...one, captures: VARIABLES.filter(() => random.chance(0.5)) });
  }
}

const isSame = (one: Fn, other: Fn): boolean =>
  one.name === other.name && one.text === other.text && one.captures.join() === other.captures.join();

/** Each parameter gets what its name says, or its default value. */
const takesCallsOf = (now: Fn, before: Fn): boolean =>
  now.parameters.every((one, at) => {
    const given = before.parameters[at];
    return given === undefined
      ? one.includes('=')
      : nameOf(given) === nameOf(one) && (!given.includes('=') || one.includes('='));
  });

/** Whether a deployment may not stop the run: its function is there, once, as it was. */
const mustFind = (meant: Fn, fns: readonly Fn[]): boolean => fns.filter((fn) => isSame(fn, meant)).length === 1;

/** Whether the run may get the answer of a function of the new build. */
function mayAnswer(meant: Fn, before: readonly Fn[], fn: Fn, after: readonly Fn[]): boolean {
  if (fn.name !== meant.name || !takesCallsOf(fn, meant) || fn.captures.some((name) => !meant.captures.includes(name)))
    return false;
  const isUnique = (fns: readonly Fn[]): boolean => fns.filter(({ name }) => name === meant.name).length === 1;
  // A function with a name of its own may be mended.
  return isSame(fn, meant) || (meant.name !== '' && isUnique(before) && isUnique(after));
}

test.each(Array.from({ length: RUNS }, (_, seed) => seed + 1))('random deployment %i', async (seed) => {
  const random = new Random(String(seed));
  const before = Array.from({ length: random.between(1, 4) }, () => makeFn(random));
  const called = random.between(0, before.length - 1);
  const meant = before[called]!;
  let after: Fn[] = before;
  for (let changes = random.between(1, 3); changes > 0 && after.length > 0; changes--) after = change(random, after);
  const app = await DeployedApp.create();
  await app.deploy(write(before, called));
  const run = await app.begin(...VARIABLES);
  await app.deploy(write(after, 0));
  await app.go();
  const answer = await Promise.race([run.returnValue, app.parked(run)]);
  const story = JSON.stringify({ meant, before, after, answer });
  if (Array.isArray(answer)) {
    const [text, ...given] = answer as [number, ...string[]];
    const toGiven = ({ captures, parameters }: Fn): string[] => {
      const taken = parameters.map((one, at) => (at < meant.parameters.length ? nameOf(one) : 'none'));
      return [...captures, ...taken];
    };
    const fn = after.find((one) => one.text === text && toGiven(one).join() === given.join());
    expect(fn && mayAnswer(meant, before, fn, after), story).toBe(true);
  } else {
    expect(answer, story).toMatchObject({ code: expect.stringMatching(/^step_code_(differs|missing)$/) });
    expect(mustFind(meant, after), story).toBe(false);
  }
});
