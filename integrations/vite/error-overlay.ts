/** Shows in the browser what is wrong with the workflows, in the overlay that Vite has for errors. */
import type { ErrorPayload, ViteDevServer } from 'vite';
import type { CompileFailure } from '../../compiler/diagnostics.ts';

export class ErrorOverlay {
  readonly #server: Pick<ViteDevServer, 'ws'>;
  #shown: ErrorPayload | null = null;

  constructor(server: Pick<ViteDevServer, 'ws'>) {
    this.#server = server;
    // For pages that are opened, or opened again, while the error is there.
    server.ws.on('connection', () => {
      if (this.#shown) server.ws.send(this.#shown);
    });
  }

  /** @param failure `null`: nothing is wrong any more. */
  show(failure: CompileFailure | null): void {
    const wasShown = this.#shown !== null;
    this.#shown = failure && toPayload(failure);
    if (this.#shown) this.#server.ws.send(this.#shown);
    // Any update takes the overlay away.
    else if (wasShown) this.#server.ws.send({ type: 'update', updates: [] });
  }
}

/** The first problem with its place and frame; the text tells of the others. */
function toPayload({ diagnostics }: CompileFailure): ErrorPayload {
  const [first, ...others] = diagnostics;
  const { file, line, column, message, frame } = first!;
  return {
    type: 'error',
    err: {
      plugin: 'workflow',
      message: [message, ...others.map(({ text }) => text)].join('\n\n'),
      stack: '',
      id: file,
      loc: { file, line, column: column - 1 },
      frame,
    },
  };
}
