/** The program that fills a store: real runs, through the package as an application has it. */
import { start } from 'workflow/api';
import { createHandler } from 'workflow/server';
import { approve, order, refuse } from './workflows/shop.ts';

const IN_FLIGHT = 500;
const [runs = 0, waiting = 0] = process.argv.slice(2).map(Number);

const workflow = createHandler();
await workflow.ready;
await fill(waiting, (n) => start(approve, [n]).then(() => undefined));
await fill(runs - waiting, async (n) => {
  const options = { attributes: { customer: `c${n % 1_000}` } };
  const run = n % 20 === 0 ? await start(refuse, [n], options) : await start(order, [n], options);
  await run.returnValue.catch(() => undefined);
});
await workflow.close();

async function fill(count: number, startOne: (n: number) => Promise<void>): Promise<void> {
  let n = 0;
  const lane = async (): Promise<void> => {
    while (n < count) await startOne(n++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}
