/** The help texts of the program. */
import type { CliCommand } from './command.ts';

/** The text of `workflow --help`. */
export function programHelp(commands: readonly CliCommand[]): string {
  const rows = commands.map((command): [string, string] => [callOf(command), command.summary]);
  return `workflow: durable workflows for TypeScript

${toColumns(rows)}

workflow <command> --help lists the options of a command.
workflow --version prints the version of this package.`;
}

/** The text of `workflow <command> --help`. */
export function commandHelp(command: CliCommand): string {
  const rows = Object.entries(command.options).map(([name, { value, help }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    help,
  ]);
  const details = command.details === undefined ? '' : `\n\n${command.details}`;
  return `workflow ${callOf(command)}${rows.length > 0 ? ' [options]' : ''}

${command.summary}${details}${rows.length > 0 ? `\n\n${toColumns(rows)}` : ''}`;
}

const callOf = ({ name, operand }: CliCommand): string => (operand === undefined ? name : `${name} ${operand}`);

function toColumns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
