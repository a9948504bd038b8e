import { expect, test } from 'vitest';
import { describeThrown } from './error-facts.ts';

/** Errors are restored without their constructor, so private fields are missing. */
function restored(error: Error): Error {
  return Object.setPrototypeOf(new Error(error.message), Object.getPrototypeOf(error));
}

test('an error whose getters throw is described by what can be read', () => {
  class Refused extends Error {
    readonly #status = 402;
    override get name(): string {
      return `Refused${this.#status}`;
    }
    get code(): number {
      return this.#status;
    }
    override get cause(): unknown {
      return this.#status;
    }
  }
  expect(describeThrown(new Refused('no'))).toMatchObject({ name: 'Refused402', message: 'no', code: 402 });
  expect(describeThrown(restored(new Refused('no')))).toMatchObject({ name: 'Error', message: 'no', code: null });
});

test('an error of which nothing can be read is an error', () => {
  const error = new Error('no');
  for (const key of ['name', 'message', 'stack', 'cause', 'code'])
    Object.defineProperty(error, key, {
      get: () => {
        throw new Error('unreadable');
      },
    });
  expect(describeThrown(error)).toEqual({
    name: 'Error',
    message: 'an instance of Error',
    code: null,
    at: null,
    stack: null,
  });
});
