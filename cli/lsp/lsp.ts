/** `workflow lsp`: the language server, on standard input and output. */
import { once } from 'node:events';
import type { CliCommand } from '../program/command.ts';

/** The command `lsp`. */
export const lspCommand: CliCommand = {
  name: 'lsp',
  summary: 'runs the language server, for TypeScript 7 and for editors without plugins',
  options: { stdio: { help: 'talks over standard input and output, which is the only way and the default' } },
  async run() {
    const { serve } = await import('../../ts-plugin/language-server/server.ts');
    serve(process.stdin, process.stdout);
    await once(process.stdin, 'close');
    return 0;
  },
};
