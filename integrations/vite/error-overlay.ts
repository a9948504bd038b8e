/** Shows build errors of workflows in Vite's browser overlay. */
import type { ErrorPayload, ViteDevServer } from 'vite';
import type { CompileFailure } from '../../compiler/diagnostics.ts';

/** The overlay of one development server. */
export class ErrorOverlay {
  readonly #server: Pick<ViteDevServer, 'ws'>;
  #shown: ErrorPayload | null = null;

  constructor(server: Pick<ViteDevServer, 'ws'>) {
    this.#server = server;
    // For pages that are opened or reloaded while the error lasts.
    server.ws.on('connection', () => {
      if (this.#shown) server.ws.send(this.#shown);
    });
  }

  /** @param failure `null`: the error is gone. */
  show(failure: CompileFailure | null): void {
    const wasShown = this.#shown !== null;
    this.#shown = failure && toPayload(failure);
    if (this.#shown) this.#server.ws.send(this.#shown);
    // Any update takes the overlay away.
    else if (wasShown) this.#server.ws.send({ type: 'update', updates: [] });
  }
}

/** The first problem with its place and code frame; the text mentions the others. */
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
