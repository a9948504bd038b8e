/** Steps that tell the test what they do and wait for it: they run in its process. */
interface Bench {
  notes: unknown[];
  gates: { wait(name: string): Promise<void> };
}

/** For steps. */
export const bench = (): Bench => (globalThis as unknown as { agentBench: Bench }).agentBench;

export async function note(entry: unknown) {
  'use step';
  bench().notes.push(entry);
}

/** Waits at the gate of this name. */
export async function waitAtGate({ gate }: { gate: string }) {
  'use step';
  await bench().gates.wait(gate);
  return 'through';
}

/** Works until it is told to stop. */
export async function listen(_input: unknown, { abortSignal }: { abortSignal: AbortSignal }) {
  'use step';
  const aborted = new Promise((resolve) => {
    abortSignal.addEventListener('abort', resolve);
  });
  void bench().gates.wait('listening');
  await aborted;
  bench().notes.push('aborted');
}

export async function countTo({ limit }: { limit: number }) {
  'use step';
  bench().notes.push('counted');
  return limit;
}

/** The options of a tool call, seen from a step. */
export async function tellOptions(_input: unknown, options: Record<string, any>) {
  'use step';
  const { toolCallId, idempotencyKey, messages, experimental_context: context, abortSignal } = options;
  return {
    toolCallId,
    idempotencyKey,
    context,
    roles: Array.isArray(messages) && messages.map(({ role }) => role),
    isAborted: abortSignal.aborted,
  };
}
