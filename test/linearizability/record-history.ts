import type { RecordedCall } from './check-linearizable.ts';
import type { RegistryClient, Request } from './registry-client.ts';
import type { RegistryCall } from './registry-model.ts';

/** Lets each client make its requests one after another, all clients at the same time. */
export async function recordHistory(
  clients: readonly RegistryClient[],
  scripts: readonly (readonly Request[])[],
): Promise<RecordedCall<RegistryCall>[]> {
  const history: RecordedCall<RegistryCall>[] = [];
  let tick = 0;
  await Promise.all(
    clients.map(async (client, i) => {
      for (const request of scripts[i] ?? []) {
        const call = client.complete(request);
        const invokedAt = tick++;
        const answer = await client.carryOut(call);
        history.push({ call, answer, invokedAt, returnedAt: tick++ });
      }
    }),
  );
  return history.toSorted((a, b) => a.invokedAt - b.invokedAt);
}
