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
    other!.shrinkTo(10);
    expect(budget.heldBytes).toBe(60);
    other!.end();
    other!.end();
    expect(budget.heldBytes).toBe(50);
  });
});
