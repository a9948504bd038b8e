/** Output for programs. */
import type { CommandOption, GivenArguments } from './command.ts';

/** The option of commands that can print JSON. */
export const JSON_OPTION = {
  json: { help: 'prints JSON' },
} satisfies Record<string, CommandOption>;

/** The version of the form of all documents. */
const VERSION = 1;

/** Whether JSON is asked for. */
export const wantsJson = ({ options }: GivenArguments): boolean => options.has('json');

/** Prints one document. */
export const printJson = (document: object): void => {
  console.log(JSON.stringify({ version: VERSION, ...document }, null, 2));
};

/** Prints one document of many, on a line of its own. */
export const printJsonLine = (document: object): void => {
  console.log(JSON.stringify(document));
};
