/** Changes to files of a project: shown first, and written when a person agrees. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { askYesNo } from './ask.ts';
import { paint } from './colours.ts';
import type { CommandOption, GivenArguments } from './command.ts';
import { formatChanges } from './line-changes.ts';
import { cliError } from './messages.ts';

/** A file that is written, or written anew. */
export interface FileEdit {
  /** Relative to the root, with `/`. */
  path: string;
  /** `null`: the file does not exist. */
  before: string | null;
  after: string;
}

/** The options of commands that propose edits. */
export const EDIT_OPTIONS = {
  'dry-run': { help: 'shows the changes, and writes nothing' },
  yes: { help: 'writes without a question' },
} satisfies Record<string, CommandOption>;

/** Prints them as lines that come and go. */
export function showEdits(edits: readonly FileEdit[]): void {
  for (const edit of edits) {
    console.log(`\n${paint('bold', edit.path)}${edit.before === null ? ' (new)' : ''}`);
    for (const line of formatChanges(edit.before, edit.after)) console.log(line);
  }
  console.log('');
}

/** Edits of a project, for a command. */
export interface ProposedEdits {
  command: string;
  rootDir: string;
  edits: readonly FileEdit[];
}

/** @returns Whether the files were written. @throws `cli_option_missing` when nobody can be asked. */
export async function writeEdits({ options }: GivenArguments, proposed: ProposedEdits): Promise<boolean> {
  const { command, rootDir, edits } = proposed;
  if (edits.length === 0 || options.has('dry-run')) return false;
  if (!options.has('yes')) {
    if (!process.stdin.isTTY) throw cliError('cli_option_missing', { command, option: '--yes' });
    if (!(await askYesNo(`Write ${edits.length === 1 ? 'this file' : `these ${edits.length} files`}?`))) {
      console.error('Nothing was written.');
      return false;
    }
  }
  for (const { path, after } of edits) {
    const file = join(rootDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
  }
  return true;
}
