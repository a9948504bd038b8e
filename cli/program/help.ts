/** The help texts of the program. */
import type { CliCommand } from './command.ts';

/** Commands that belong together. */
export interface CommandGroup {
  title: string;
  commands: readonly CliCommand[];
}

/** The text of `workflow --help`. */
export function programHelp(groups: readonly CommandGroup[]): string {
  const width = Math.max(...groups.flatMap(({ commands }) => commands.map((command) => callOf(command).length)));
  const lists = groups.map(({ title, commands }) => {
    const rows = commands.map((command): [string, string] => [callOf(command), command.summary]);
    return `${title}:\n${toColumns(rows, width)}`;
  });
  return `workflow: durable workflows for TypeScript

${lists.join('\n\n')}

workflow <command> --help lists the options of a command.
workflow --version prints the version of this package.`;
}

/** The text of `workflow <command> --help`. */
export function commandHelp(command: CliCommand): string {
  const rows = Object.entries(command.options).map(([name, { value, help, isRepeatable }]): [string, string] => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    isRepeatable ? `${help}; may be repeated` : help,
  ]);
  const parts = [
    `workflow ${callOf(command)}${rows.length > 0 ? ' [options]' : ''}`,
    command.details === undefined ? command.summary : `${command.summary}\n\n${command.details}`,
    ...(rows.length > 0 ? [toColumns(rows)] : []),
    ...(command.examples ? [command.examples.map((example) => `  workflow ${example}`).join('\n')] : []),
  ];
  return parts.join('\n\n');
}

const callOf = ({ name, operand }: CliCommand): string => (operand === undefined ? name : `${name} ${operand}`);

function toColumns(rows: [string, string][], width = Math.max(...rows.map(([left]) => left.length))): string {
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
