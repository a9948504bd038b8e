/** The application that `--url` names, in place of a store. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RemoteOptions } from '../../runtime/entries/operations.ts';
import type { GivenArguments } from './command.ts';
import { cliError } from './messages.ts';

/** Whether the call is for an application. @throws `cli_option_invalid`. */
export function namesApplication({ options }: GivenArguments): boolean {
  const hasUrl = options.has('url');
  for (const option of hasUrl ? ['data-dir', 'database'] : ['token-file']) {
    if (!options.has(option)) continue;
    const expected = hasUrl ? 'left out beside --url' : 'given with --url';
    throw cliError('cli_option_invalid', { option: `--${option}`, expected, found: hasUrl ? 'given' : 'alone' });
  }
  return hasUrl;
}

/** Where to ask, and the token. @throws `cli_url_invalid`, `cli_token_missing`, `cli_path_missing`. */
export async function readApplication(given: GivenArguments): Promise<RemoteOptions> {
  return { url: readUrl(given.options.get('url')!), token: await readToken(given) };
}

function readUrl(found: string): string {
  const url = URL.parse(found);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return (url.origin + url.pathname).replace(/\/+$/, '');
  throw cliError('cli_url_invalid', { found });
}

/** Other users of the machine see the options of a process, and neither its environment nor its files. */
async function readToken({ options }: GivenArguments): Promise<string> {
  const file = options.get('token-file');
  const found = file === undefined ? process.env['WORKFLOW_OPERATIONS_TOKEN'] : await readText(file);
  const token = found?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(token))
    throw cliError('cli_token_missing', { place: file ?? 'WORKFLOW_OPERATIONS_TOKEN' });
  return token;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw cliError('cli_path_missing', { path: resolve(file) }, error);
  }
}
