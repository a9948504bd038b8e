import { FatalError } from 'workflow';
import { z, ZodError } from 'zod';
import NotFound, {
  Bad,
  Broken,
  Denied,
  Empty,
  kinds,
  Overdrawn,
  Refused,
  Several,
  TooLate,
  WithName,
} from './failure-classes';

class Own extends Error {
  level = 3;
}
class Fatal extends FatalError {
  readonly card: string;
  constructor(card: string) {
    super(`fatal for ${card}`);
    this.card = card;
  }
  get last4(): string {
    return this.card.slice(-4);
  }
}
class Deeper extends Fatal {
  depth = 2;
}
const Expressed = class Expressed extends Own {
  hidden = 'no';
};

const MAKERS = {
  denied: () => new Denied('card'),
  overdrawn: () => new Overdrawn(5),
  bad: () => new Bad('type'),
  notFound: () => new NotFound('x'),
  late: () => new TooLate('late'),
  refused: () => new Refused('r'),
  broken: () => new Broken('b'),
  several: () => new Several([new Denied('one'), new TypeError('two')], 'several'),
  empty: () => new Empty(),
  withName: () => new WithName('n'),
  inner: () => new kinds.Inner('i'),
  own: () => new Own('own'),
  fatal: () => new Fatal('4242424242424242'),
  deeper: () => new Deeper('1111'),
  expressed: () => new Expressed('e'),
  plain: () => new Error('plain'),
  caused: () => new Denied('outer', { cause: new Overdrawn(7) }),
  decorated: () => Object.assign(new Denied('d'), { extra: [new Bad('in a field')], when: new Date(5) }),
  cyclic: () => {
    const error = new Denied('self') as Denied & { self?: unknown };
    error.self = error;
    return error;
  },
} satisfies Record<string, () => Error>;
type Name = keyof typeof MAKERS;

async function fail(name: Name): Promise<never> {
  'use step';
  throw MAKERS[name]();
}
async function give(name: Name): Promise<unknown> {
  'use step';
  return { error: MAKERS[name]() };
}
async function ask(error: unknown): Promise<unknown> {
  'use step';
  return [
    error instanceof Denied,
    error instanceof Overdrawn,
    error instanceof Own,
    error instanceof Fatal,
    error instanceof Refused,
    error instanceof NotFound,
    error instanceof Denied ? error.summary : null,
  ];
}
async function parse(text: unknown): Promise<unknown> {
  'use step';
  return z.object({ id: z.number() }).parse(text);
}
async function rethrow(error: unknown): Promise<never> {
  'use step';
  throw error;
}

const caught = async (name: Name): Promise<any> => await fail(name).catch((error: unknown) => error);
const given = async (name: Name): Promise<any> => ((await give(name)) as { error: unknown }).error;
/** The facts about an error that a program may depend on. */
function facts(error: any): unknown {
  return {
    is: [Error, TypeError, Denied, Overdrawn, Bad, NotFound, TooLate, Refused, Broken, Several, Empty, Own, Fatal, Deeper]
      .map((cls) => error instanceof cls)
      .join(),
    name: error.name,
    message: error.message,
    text: String(error),
    keys: Object.keys(error),
    json: JSON.stringify(error),
    class: error.constructor.name,
    tag: Object.prototype.toString.call(error),
    hasStack: typeof error.stack === 'string' && !Object.keys(error).includes('stack'),
  };
}

export async function thrown(name: Name) {
  'use workflow';
  return facts(await caught(name));
}
export async function returned(name: Name) {
  'use workflow';
  return facts(await given(name));
}
export async function passedOn(name: Name) {
  'use workflow';
  return [await ask(MAKERS[name]()), await ask(await caught(name)), await ask([await given(name)].at(0))];
}
export async function around(name: Name) {
  'use workflow';
  const error = await rethrow(await caught(name)).catch((again: unknown) => again);
  return facts(error);
}
export async function uncaught(name: Name) {
  'use workflow';
  await fail(name);
}
export async function methods() {
  'use workflow';
  const denied = await caught('denied');
  const overdrawn = await caught('overdrawn');
  return [denied.summary, denied.shout(), overdrawn.shout(), overdrawn.summary, overdrawn.missing, denied.at.line];
}
export async function statics() {
  'use workflow';
  const denied = await caught('denied');
  return [denied.constructor === Denied, denied.constructor.status, denied.constructor.from('new').summary];
}
export async function fatals() {
  'use workflow';
  const error = await caught('deeper');
  return [FatalError.is(error), Fatal.is(error), Deeper.is(error), error.fatal, error.last4, error.depth];
}
export async function causes() {
  'use workflow';
  const error = await caught('caused');
  return [error.cause instanceof Overdrawn, error.cause.missing, error.cause.shout(), 'cause' in error];
}
export async function fields() {
  'use workflow';
  const error = await caught('decorated');
  return [error.extra[0] instanceof Bad, error.extra[0].code, error.when.getTime(), error.when instanceof Date];
}
export async function cycles() {
  'use workflow';
  const error = await caught('cyclic');
  return [error.self === error, error instanceof Denied];
}
export async function hiddenFields() {
  'use workflow';
  const error = await caught('withName');
  return [error.secretly.kept, Object.keys(error), error.name];
}
export async function groups() {
  'use workflow';
  const error = await caught('several');
  return [error.first() instanceof Denied, error.errors[1] instanceof TypeError, error.errors.length];
}
export async function factories() {
  'use workflow';
  const [refused, broken] = [await caught('refused'), await caught('broken')];
  return [refused.describe(), broken.describe(), refused instanceof Broken, broken instanceof Broken];
}
export async function settled() {
  'use workflow';
  const results = await Promise.allSettled([fail('denied'), fail('own'), fail('fatal')]);
  return results.map((one: any) => [one.reason instanceof Denied, one.reason instanceof Own, one.reason instanceof Fatal]);
}
export async function anyOf() {
  'use workflow';
  const error: any = await Promise.any([fail('denied'), fail('bad')]).catch((thrown: unknown) => thrown);
  return [error instanceof AggregateError, error.errors.map((one: unknown) => one instanceof Denied)];
}
export async function branches(name: Name) {
  'use workflow';
  try {
    await fail(name);
    return 'paid';
  } catch (error) {
    if (error instanceof Overdrawn) return `lend ${error.missing}`;
    if (error instanceof Denied) return `ask ${error.reason}`;
    if (error instanceof Fatal) return `stop ${error.last4}`;
    return 'later';
  } finally {
    await give('empty');
  }
}
export async function schemas() {
  'use workflow';
  try {
    return await parse({ id: 'text' });
  } catch (error) {
    const isOwn = error instanceof ZodError && error instanceof z.ZodError;
    return [isOwn, isOwn && error.issues[0]!.path, error instanceof Error, isOwn && z.flattenError(error)];
  }
}
export async function twice() {
  'use workflow';
  const error = MAKERS.denied();
  const both = (await echo({ a: error, b: error })) as { a: unknown; b: unknown };
  return [both.a === both.b, both.a instanceof Denied];
}
export async function inCollections() {
  'use workflow';
  const map = (await echo(new Map([[MAKERS.own(), new Set([MAKERS.bad()])]]))) as Map<Own, Set<Bad>>;
  const [[key, set]] = [...map] as [[Own, Set<Bad>]];
  return [key instanceof Own, key.level, [...set][0] instanceof Bad, [...set][0]!.code];
}
export async function changedLater() {
  'use workflow';
  const error = await caught('denied');
  error.reason = 'changed';
  error.more = 1;
  return [await ask(error), Object.keys(error)];
}
async function echo(value: unknown): Promise<unknown> {
  'use step';
  return value;
}
