/** Calls that do not do what they seem to. */
import { createHook, FatalError, getStepMetadata, RetryableError, sleep } from 'workflow';

async function charge(amount: number) {
  'use step';
  return amount;
}

export async function floating() {
  'use workflow';
  charge(1); // wrong
  sleep('1s'); // wrong
  const many = await [1, 2].map(charge); // wrong
  return many; // the same mistake
}

export async function wrongPlace() {
  'use step';
  await sleep('1s'); // wrong
  const hook = createHook<string>(); // wrong
  return await hook;
}

export async function metadata() {
  'use workflow';
  return getStepMetadata(); // wrong
}

export async function durations() {
  'use workflow';
  await sleep('5 minuts'); // wrong
  await sleep('3 fortnights' as '3 days'); // wrong
}

export async function retries() {
  'use step';
  throw new RetryableError('busy', { retryAfter: 'soon' as '1s' }); // wrong
}

// Right ones.
export async function right() {
  'use workflow';
  const started = charge(1);
  void charge(2);
  const [first, ...others] = await Promise.all([1, 2].map(charge));
  await Promise.race([started, sleep('1s')]);
  const hook = createHook<string>({ token: 'a' });
  if (first === 0) throw new FatalError('nothing to charge');
  return [others, await hook];
}

export async function rightStep() {
  'use step';
  const { attempt } = getStepMetadata();
  if (attempt > 2) throw new RetryableError('busy', { retryAfter: '1m' });
}
