/**
 * Hands the failures of all writes to `onFailure`, whoever awaits them. A write that nobody awaits and that fails is then no
 * unhandled rejection, which would end the process because a store did not answer or a run was taken over.
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
