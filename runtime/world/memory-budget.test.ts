import { describe, expect, it } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';

/** Takes bytes and notes in `granted` when they were granted. */
function taker(budget: MemoryBudget) {
  const granted: string[] = [];
  const take = (name: string, kind: 'page' | 'chunks', bytes: number): void => {
    const room = budget.take(kind, bytes);
    if (room) void room.then(() => granted.push(name));
    else granted.push(name);
  };
  return { granted, take };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the budget of memory', () => {
  it('grants what fits at once, and the rest in the order of asking, however small it is', async () => {
    const budget = new MemoryBudget(100);
    const { granted, take } = taker(budget);
    take('first', 'chunks', 80);
    take('large', 'chunks', 90);
    take('small', 'chunks', 10);
    expect(granted).toEqual(['first']);
    budget.giveBack('chunks', 80);
    await settle();
    expect(granted).toEqual(['first', 'large', 'small']);
    expect(budget.heldBytes).toBe(100);
  });

  it('grants something larger than itself alone', async () => {
    const budget = new MemoryBudget(100);
    const { granted, take } = taker(budget);
    take('huge', 'chunks', 500);
    take('next', 'chunks', 500);
    await settle();
    expect(granted).toEqual(['huge']);
    budget.giveBack('chunks', 500);
    await settle();
    expect(granted).toEqual(['huge', 'next']);
  });

  it('lets one page through while chunks that nobody can store hold all of it', async () => {
    const budget = new MemoryBudget(100);
    const { granted, take } = taker(budget);
    take('chunks', 'chunks', 100);
    take('more chunks', 'chunks', 100);
    take('page', 'page', 50);
    expect(granted).toEqual(['chunks', 'page']);
    take('next page', 'page', 50);
    budget.giveBack('page', 50);
    await settle();
    expect(granted).toEqual(['chunks', 'page', 'next page']);
  });

  it('takes kept bytes back when others need room, those that were kept first first', () => {
    const budget = new MemoryBudget(100);
    const dropped: string[] = [];
    const [one, other] = ['one', 'other'].map((name) => budget.keep(40, () => void dropped.push(name)));
    void budget.take('page', 50);
    expect(dropped).toEqual(['one']);
    expect(budget.heldBytes).toBe(90);
    one!.end();
    other!.resize(10);
    expect(budget.heldBytes).toBe(60);
    other!.end();
    other!.end();
    expect(budget.heldBytes).toBe(50);
  });

  it('is shared out among those who read, not among those who have stopped', () => {
    const budget = new MemoryBudget(1_000);
    expect(budget.shareBytes).toBe(500);
    const pages = Array.from({ length: 9 }, () => budget.keep(10, () => {}));
    expect(budget.shareBytes).toBe(50);
    for (let times = 0; times < 5; times++) for (const page of pages) page.resize(9);
    expect(budget.shareBytes).toBe(50);
    for (let times = 0; times < 18; times++) pages[4]!.resize(8);
    expect(budget.shareBytes).toBe(250);
    pages[7]!.resize(8);
    expect(Math.round(budget.shareBytes)).toBe(167);
    void budget.take('page', 10);
    expect(budget.shareBytes).toBe(125);
    budget.giveBack('page', 10);
    expect(Math.round(budget.shareBytes)).toBe(167);
  });

  it('makes values while there is room, then one after the other, and says when none should be begun', async () => {
    const budget = new MemoryBudget(100);
    const made: string[] = [];
    const make = (name: string, bytes: number) =>
      budget.makeValue(() => {
        made.push(name);
        return 'x'.repeat(bytes);
      });
    const [first, second] = [await make('first', 60), await make('second', 60)];
    expect(budget.isFullOfValues).toBe(true);
    const others = Promise.all(['third', 'fourth'].map((name) => make(name, 60)));
    const notFull = budget.untilNotFull();
    await settle();
    expect(made).toEqual(['first', 'second']);
    first.held.end();
    first.held.end();
    await settle();
    expect(made).toEqual(['first', 'second', 'third']);
    second.held.end();
    for (const { held } of await others) held.end();
    await notFull;
    expect(budget.heldBytes).toBe(0);
    expect(budget.takeMostBytes()).toBe(120);
    expect(budget.takeMostBytes()).toBe(0);
  });

  it('makes the next value when one cannot be made, or takes time', async () => {
    const budget = new MemoryBudget(100);
    const large = await budget.makeValue(() => 'x'.repeat(200));
    const failing = budget.makeValue(() => {
      throw new Error('cannot be stored');
    });
    const body = Promise.withResolvers<string>();
    const slow = budget.makeValue(() => body.promise);
    const next = budget.makeValue(() => 'xxx');
    large.held.end();
    await expect(failing).rejects.toThrow('cannot be stored');
    await expect(next).resolves.toMatchObject({ value: 'xxx' });
    body.resolve('xx');
    await slow;
    expect(budget.heldBytes).toBe(5);
  });

  it('makes a value although journals and pages use up the budget, so that nobody waits for ever', async () => {
    const budget = new MemoryBudget(100);
    budget.hold('journal', 300);
    await expect(budget.makeValue(() => 'xxx')).resolves.toMatchObject({ value: 'xxx' });
    expect(budget.isFullOfValues).toBe(true);
  });
});
