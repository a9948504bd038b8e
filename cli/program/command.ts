/** The form of a command, and how its arguments are read. */
import { parseArgs } from 'node:util';
import { findNearName } from '../../runtime/contract/near-name.ts';
import { cliError } from './messages.ts';

/** One option of a command, written `--name`. */
export interface CommandOption {
  /** The value as the help shows it, such as `<folder>`. Left out: the option is a flag and takes no value. */
  value?: string;
  help: string;
}

/** One command of the program. */
export interface CliCommand {
  name: string;
  /** The argument behind the name as the help shows it, such as `<url>`. Left out: the command takes none. */
  operand?: string;
  /** One line for the list of commands. */
  summary: string;
  /** More help, above the options. */
  details?: string;
  /** By name, without the dashes. */
  options: Record<string, CommandOption>;
  /** @returns The exit code. */
  run(given: GivenArguments): Promise<number>;
}

/** The arguments of one call, checked against the command. */
export interface GivenArguments {
  /** Values of options by name; a flag has an empty value. */
  options: ReadonlyMap<string, string>;
  operand: string | null;
}

/** Every command takes these. */
export const HELP_FLAGS = ['--help', '-h'];

/** @throws `cli_option_unknown`, `cli_option_invalid`, `cli_argument_unexpected`. */
export function readArguments(command: CliCommand, args: string[]): GivenArguments {
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
  command: CliCommand,
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

function hintFor({ name: command, options }: CliCommand, found: string): string {
  const near = findNearName(found, Object.keys(options));
  return near === null ? `see \`workflow ${command} --help\`` : `did you mean "--${near}"?`;
}
