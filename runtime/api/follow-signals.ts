/** Sends the aborts of signals to the runs that were given them. */
import { encodeReason } from '../host-values/host-codec.ts';
import type { NamedSignals } from '../host-values/outside-signals.ts';
import type { RunId } from '../contract/ids.ts';
import { getRuntime } from './runtime.ts';

/**
 * From now on an abort of these signals reaches the run, wherever that is, for as long as this process lives. A signal
 * goes with its owner: nothing here keeps it, and a run that has ended takes no notice.
 */
export function followSignals(runId: RunId, signals: NamedSignals): void {
  for (const [name, signal] of signals) {
    const tell = (): void => void sendAbort(runId, { name, signal });
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  }
}

async function sendAbort(runId: RunId, { name, signal }: { name: string; signal: AbortSignal }): Promise<void> {
  const runtime = getRuntime();
  try {
    const { world, clock } = await runtime.connect();
    await world.deliver(runId, { type: 'signal', name, payload: encodeReason(signal.reason) }, clock.now());
  } catch (error) {
    runtime.log.error('abort_not_sent', { runId, error });
  }
}
