/**
 * Hands the failures of all writes to `onFailure`, whether somebody awaits them or not. Otherwise a failed write that
 * nobody awaits would be an unhandled rejection and end the process, only because a store did not answer or a run was
 * taken over.
 */
export function quietWriters<W>(stream: WritableStream<W>, onFailure: (error: unknown) => void): WritableStream<W> {
  const getWriter = stream.getWriter.bind(stream);
  return replaceMethod(stream, 'getWriter', () => {
    const writer = getWriter();
    const write = writer.write.bind(writer);
    return replaceMethod(writer, 'write', (chunk: W) => {
      const written = write(chunk);
      written.catch(onFailure);
      return written;
    });
  });
}

const replaceMethod = <Target extends object>(target: Target, name: keyof Target, method: unknown): Target =>
  Object.defineProperty(target, name, { value: method, configurable: true, writable: true });
