import type { SandboxAbortSignal } from './abort.ts';
import type { SandboxReadableStream } from './readable-stream.ts';
import { SandboxWritableStream } from './writable-stream.ts';

/** The options of `pipeTo`. */
export interface PipeOptions {
  preventClose?: unknown;
  preventAbort?: unknown;
  preventCancel?: unknown;
  signal?: SandboxAbortSignal;
}

/** `pipeTo` of the Web platform: moves all chunks of a stream into another one, and passes its end on. */
export async function pipe<Chunk>(
  source: SandboxReadableStream<Chunk>,
  target: SandboxWritableStream<Chunk>,
  { preventClose, preventAbort, preventCancel, signal }: PipeOptions,
): Promise<void> {
  if (!(target instanceof SandboxWritableStream))
    throw new TypeError('ReadableStream.pipeTo: the argument must be a WritableStream.');
  if (target.locked) throw new TypeError('Invalid state: WritableStream is locked');
  const reader = source.getReader();
  const writer = target.getWriter();
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  try {
    for (;;) {
      const { done, value } = await Promise.race([stopped.promise, reader.read()]);
      if (done) break;
      await writer.write(value);
    }
    if (!preventClose) await writer.close();
  } catch (error) {
    // The side that failed ignores this.
    if (!preventAbort) await writer.abort(error);
    if (!preventCancel) await reader.cancel(error).catch(() => {});
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    reader.releaseLock();
    writer.releaseLock();
  }
}
