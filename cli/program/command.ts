/** The form of a command, and how its arguments are read. */
import { parseArgs } from 'node:util';
import { findNearName } from '../../runtime/contract/near-name.ts';
import { cliError } from './messages.ts';

/** One option of a command, written `--name`. */
export interface CommandOption {
  /** The value as the help shows it, such as `<folder>`. Left out: the option is a flag and takes no value. */
  value?: string;
  help: string;
  /** It may be given several times. Default: the last one counts. */
  isRepeatable?: true;
}

/** One command of the program. */
export interface CliCommand {
  name: string;
  /** The argument behind the name as the help shows it, such as `<url>`. Left out: the command takes none. */
  operand?: string;
  /** It takes any number of arguments. Default: at most one. */
  takesMany?: true;
  /** One line for the list of commands. */
  summary: string;
  /** More help, above the options. */
  details?: string;
  /** Calls of the command that do something, for the help: without the name of the program. */
  examples?: readonly string[];
  /** By name, without the dashes. */
  options: Record<string, CommandOption>;
  /** @returns The exit code. */
  run(given: GivenArguments): Promise<number>;
}

/** The arguments of one call, checked against the command. */
export interface GivenArguments {
  /** Values of options by name, the last one of each; a flag has an empty value. */
  options: ReadonlyMap<string, string>;
  /** All values of repeatable options by name, in their order. */
  repeated: ReadonlyMap<string, readonly string[]>;
  /** The first operand. */
  operand: string | null;
  operands: readonly string[];
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
  const repeated = new Map<string, string[]>();
  const operands: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const value = readValue(command, token);
    options.set(token.name, value);
    if (command.options[token.name]?.isRepeatable)
      repeated.set(token.name, [...(repeated.get(token.name) ?? []), value]);
  }
  checkOperands(command, operands);
  return { options, repeated, operand: operands[0] ?? null, operands };
}

function checkOperands({ name, operand, takesMany }: CliCommand, operands: readonly string[]): void {
  if (takesMany) return;
  const extra = operands[operand === undefined ? 0 : 1];
  if (extra !== undefined) throw cliError('cli_argument_unexpected', { found: extra, command: name });
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
