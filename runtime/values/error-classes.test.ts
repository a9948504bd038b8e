import { expect, test } from 'vitest';
import { createCodec } from './codec.ts';
import { isInstanceOf } from './error-classes.ts';

/** The codec of a side that has these classes under their names. */
function createSide(classes: Record<string, new (...args: never[]) => Error>) {
  const entries = Object.entries(classes);
  return createCodec({
    errors: {
      idOf: (cls) => entries.find(([, one]) => one === cls)?.[0],
      get: (id) => classes[id],
    },
  });
}

/** The same classes, as each copy of a file has them. */
function loadFile() {
  class Denied extends Error {
    reason: string;
    constructor(reason: string) {
      super('denied');
      if (reason === undefined) throw new Error('A constructor must not run again.');
      this.reason = reason;
    }
    get text(): string {
      return `${this.message}: ${this.reason}`;
    }
  }
  class Overdrawn extends Denied {}
  return { Denied, Overdrawn };
}

const ID = 'class//./errors//Denied';

test('an error becomes one of the copy of its class that the reader has', () => {
  const [here, there] = [loadFile(), loadFile()];
  const payload = createSide({ [ID]: here.Denied }).encode(new here.Denied('card'));
  const copy = createSide({ [ID]: there.Denied }).decode(payload) as InstanceType<typeof there.Denied>;
  expect(copy).toBeInstanceOf(there.Denied);
  expect(copy).not.toBeInstanceOf(here.Denied);
  expect([copy.text, copy.constructor.name, Object.keys(copy)]).toEqual(['denied: card', 'Denied', ['reason']]);
});

test('a reader without the class makes the nearest one, and passes the whole chain on', () => {
  const [first, second, third] = [loadFile(), loadFile(), loadFile()];
  const [base, special] = ['class//./e//Denied', 'class//./e//Overdrawn'];
  const payload = createSide({ [base]: first.Denied, [special]: first.Overdrawn }).encode(new first.Overdrawn('card'));
  const without = createSide({});
  const middle = without.decode(payload);
  expect(Object.getPrototypeOf(middle)).toBe(Error.prototype);
  const nearest = createSide({ [base]: second.Denied }).decode(without.encode(middle));
  expect(nearest).toBeInstanceOf(second.Denied);
  const last = createSide({ [base]: third.Denied, [special]: third.Overdrawn });
  expect(last.decode(createSide({ [base]: second.Denied }).encode(nearest))).toBeInstanceOf(third.Overdrawn);
});

test('what is registered and is no class of errors is nothing', () => {
  const { Denied } = loadFile();
  const payload = createSide({ [ID]: Denied }).encode(new Denied('card'));
  const reader = createSide({ [ID]: Map as never });
  expect(Object.getPrototypeOf(reader.decode(payload))).toBe(Error.prototype);
});

test('a class of a package is known by the names of its chain, when code asks', () => {
  const [host, realm] = [loadFile(), loadFile()];
  const copy = createSide({}).decode(createSide({}).encode(new host.Overdrawn('card'))) as Error;
  expect(copy).not.toBeInstanceOf(realm.Denied);
  expect(isInstanceOf(copy, realm.Denied)).toBe(true);
  expect(isInstanceOf(copy, realm.Overdrawn)).toBe(true);
  expect((copy as InstanceType<typeof realm.Denied>).text).toBe('denied: card');
});

test('another class of the same name is another class', () => {
  const own = loadFile();
  class Denied extends TypeError {}
  const OfPackage = { Denied: class Denied extends Error {} };
  const side = createSide({ [ID]: own.Denied });
  const known = side.decode(side.encode(new own.Denied('card')));
  expect(isInstanceOf(known, OfPackage.Denied)).toBe(false);
  const unknown = createSide({}).decode(createSide({}).encode(new own.Overdrawn('card')));
  expect(isInstanceOf(unknown, class Overdrawn extends Error {})).toBe(false);
  expect(isInstanceOf(unknown, class extends Error {})).toBe(false);
  expect(isInstanceOf(new OfPackage.Denied(), own.Denied)).toBe(false);
  expect(isInstanceOf('text', Denied)).toBe(false);
});

test('hidden fields of libraries come along in part', () => {
  class Odd {
    traits = new Set(['ZodError']);
    make = (): void => {};
  }
  const error = Object.defineProperty(new Error('e'), '_zod', { value: new Odd() });
  const copy = createSide({}).decode(createSide({}).encode(error)) as { _zod: unknown };
  expect(copy._zod).toEqual({ traits: new Set(['ZodError']) });
  expect(Object.keys(copy)).toEqual([]);
});

test('an error takes along what it has from classes of packages, which stay behind', () => {
  class HttpError extends Error {}
  Object.assign(HttpError.prototype, { status: 404, expose: true, name: 'NotFoundError', retry: () => {} });
  const copy = createSide({}).decode(createSide({}).encode(new HttpError('none'))) as Error;
  expect(Object.entries(copy)).toEqual([
    ['status', 404],
    ['expose', true],
  ]);
  expect(copy.name).toBe('NotFoundError');
  const own = createSide({ [ID]: HttpError });
  expect(Object.keys(own.decode(own.encode(new HttpError('none'))) as Error)).toEqual([]);
});
