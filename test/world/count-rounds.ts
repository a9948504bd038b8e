/** Whether long work leaves the event loop room. */

/** How often the event loop goes round until `work` is done. */
export async function countRounds(work: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isDone = false;
  const count = (): void => {
    rounds += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isDone = true;
  return rounds;
}
