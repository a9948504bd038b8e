/** The commands that documents show: the program has them, with these options. */
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { readArguments } from '../../cli/program/command.ts';
import { DOCUMENTS, isPublished } from './documents.ts';
import { codeBlocksOf } from './markdown.ts';

const SHELL = /^(?:sh|bash|shell)$/;
/** Settings may come before. A pipe, an end of a file and a comment come behind. */
const CALL = /(?:^|\| |&& |exec )(?:\w+=\S+ )*(?:npx )?workflow (?!\|)(.+?)(?= \||$| >| &&| +#)/gm;
/** Quoted or bare words. */
const WORD = /'[^']*'|"[^"]*"|[^\s'"]+/g;

/** The pages of errors show mistakes as well. */
const calls = DOCUMENTS.filter(({ file }) => isPublished(file) && !file.startsWith('docs/errors/')).flatMap(
  ({ file, text }) =>
    codeBlocksOf(text)
      .filter(({ language }) => SHELL.test(language))
      .flatMap(({ text: block, line }) =>
        [...block.replaceAll('\\\n', '').matchAll(CALL)].map(([, call]) => ({ place: `${file}:${line}`, call: call! })),
      ),
);

function problemOf(call: string): string | null {
  const [name, ...args] = [...call.matchAll(WORD)].map(([word]) => word.replace(/^(['"])(.*)\1$/, '$2'));
  if (name === '--version' || name === '--help') return null;
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) return `There is no command "${name}".`;
  try {
    readArguments(command, args);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test('commands in documents exist and take the options that are shown', () => {
  const broken = calls.flatMap(({ place, call }) => {
    const problem = problemOf(call);
    return problem === null ? [] : [`${place}: workflow ${call}: ${problem}`];
  });
  expect(broken).toEqual([]);
  expect(calls.length).toBeGreaterThan(50);
});

test('settings in documents that are JSON can be read', () => {
  const broken = DOCUMENTS.filter(({ file }) => isPublished(file)).flatMap(({ file, text }) =>
    codeBlocksOf(text)
      .filter(({ language, text: block }) => language === 'json' && !isJson(block))
      .map(({ line }) => `${file}:${line}`),
  );
  expect(broken).toEqual([]);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
