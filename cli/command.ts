/** One command of the program, and how its arguments are read. */
import { parseArgs } from 'node:util';
import { cliError } from './messages.ts';
import { nearestName } from './nearest-name.ts';

export interface CommandOption {
  /** Whether a value follows, and what stands for it in the help: `<folder>`. Absent: it is a flag. */
  value?: string;
  help: string;
}

export interface Command {
  name: string;
  /** What follows the name, such as `<url>`. */
  operand?: string;
  summary: string;
  /** Longer help, above the options. */
  details?: string;
  options: Record<string, CommandOption>;
  /** @returns The exit code. */
  run(given: GivenArguments): Promise<number>;
}

export interface GivenArguments {
  /** Values of options by name; flags that were given have an empty one. */
  options: ReadonlyMap<string, string>;
  operand: string | null;
}

/** Not listed with each command: all have it. */
export const HELP_FLAGS = ['--help', '-h'];

/** @throws `cli_option_unknown`, `cli_option_invalid`, `cli_argument_unexpected`. */
export function readArguments(command: Command, args: string[]): GivenArguments {
  const { tokens } = parseArgs({
    args,
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind === 'option') options.set(token.name, readValue(command, token));
  }
  const operand = command.operand === undefined ? null : (operands.shift() ?? null);
  const [extra] = operands;
  if (extra !== undefined) throw cliError('cli_argument_unexpected', { found: extra, command: command.name });
  return { options, operand };
}

function readValue(
  command: Command,
  { name, rawName, value }: { name: string; rawName: string; value?: string | undefined },
) {
  const option = command.options[name];
  if (!option)
    throw cliError('cli_option_unknown', { found: rawName, command: command.name, hint: hintFor(command, name) });
  if (option.value === undefined && value === undefined) return '';
  if (option.value !== undefined && value) return value;
  const expected = option.value === undefined ? 'without a value' : `followed by ${option.value}`;
  throw cliError('cli_option_invalid', { option: rawName, expected, found: value ? `"${value}"` : 'empty' });
}

function hintFor({ name: command, options }: Command, found: string): string {
  const near = nearestName(found, Object.keys(options));
  return near === null ? `see \`workflow ${command} --help\`` : `did you mean "--${near}"?`;
}
