/** Answers a webhook that waits: the response goes to the run's stream that the waiting caller reads. */
import { runtimeError } from '../contract/runtime-errors.ts';
import { stepContext } from './step-context.ts';

/** @throws `context_not_in_step`. */
export async function respondFromStep(stream: string, response: Response): Promise<void> {
  const context = stepContext.getStore();
  if (!context) throw runtimeError('context_not_in_step', { name: 'respondWith' });
  const writer = context.streams.open(stream).getWriter();
  await writer.write(response);
  await writer.close();
}

/** Gives a request that came to a step its `respondWith`. */
export function attachRespondWith(request: object, stream: string): void {
  Object.defineProperty(request, 'respondWith', {
    value: (response: Response) => respondFromStep(stream, response),
    configurable: true,
  });
}
