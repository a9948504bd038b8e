/** `workflow lsp`: the language server, on standard input and output. */
import { once } from 'node:events';
import type { Command } from './command.ts';

export const lspCommand: Command = {
  name: 'lsp',
  summary: 'serves an editor by the Language Server Protocol, for TypeScript 7 and editors without a plugin',
  options: { stdio: { help: 'talks on standard input and output, which is the only way there is' } },
  async run() {
    const { serve } = await import('../ts-plugin/language-server/server.ts');
    serve(process.stdin, process.stdout);
    await once(process.stdin, 'close');
    return 0;
  },
};
