/** Completion scripts, made of the list of commands. */
import { type CliCommand, HELP_FLAGS } from '../program/command.ts';

/** Options whose values are files or folders. */
const isPath = (value: string | undefined): boolean => /folder|file/.test(value ?? '');

const optionsOf = ({ options }: CliCommand): string[] => [
  ...Object.keys(options).map((name) => `--${name}`),
  HELP_FLAGS[0]!,
];

/** Quoted for any of the shells. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The script for bash. */
export function toBash(commands: readonly CliCommand[]): string {
  const cases = commands.map((command) => `    ${command.name}) words='${optionsOf(command).join(' ')}' ;;`);
  return `_workflow() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words='' ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _workflow workflow`;
}

/** The script for zsh. */
export function toZsh(commands: readonly CliCommand[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const options = Object.entries(command.options).map(([name, { value, help, isRepeatable }]) => {
      const text = help.replace(/[[\]:\\]/g, (sign) => `\\${sign}`);
      const argument = value === undefined ? '' : `:${value.replace(/[<>:]/g, '')}:${isPath(value) ? '_files' : ' '}`;
      return `      ${quote(`${isRepeatable ? '*' : ''}--${name}[${text}]${argument}`)}`;
    });
    return `    ${command.name}) _arguments \\\n${[...options, `      '*:argument:_files'`].join(' \\\n')} ;;`;
  });
  return `#compdef workflow
_workflow() {
  local -a commands
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_workflow" ]; then _workflow; else compdef _workflow workflow; fi`;
}

/** The script for fish. */
export function toFish(commands: readonly CliCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c workflow -n __fish_use_subcommand -a ${name} -d ${quoteForFish(summary)}`,
    ...Object.entries(options).map(([option, { value, help }]) => {
      const argument = value === undefined ? '' : isPath(value) ? ' -r -F' : ' -x';
      const condition = quoteForFish(`__fish_seen_subcommand_from ${name}`);
      return `complete -c workflow -n ${condition} -l ${option}${argument} -d ${quoteForFish(help)}`;
    }),
  ]);
  return lines.join('\n');
}

const quoteForFish = (text: string): string => `'${text.replace(/['\\]/g, (sign) => `\\${sign}`)}'`;
