import PQueue from 'p-queue';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  const queue = new PQueue({ concurrency: 1 });
  const order: string[] = [];
  const all = ['b', 'a', 'c'].map((name, index) =>
    queue.add(async () => void order.push(await echo(name)), { priority: index }),
  );
  await Promise.all(all);
  await queue.onIdle();
  return order;
}
