/** Colours for terminals. */
import { styleText } from 'node:util';

/** How a text is shown. */
export type TextStyle = 'green' | 'red' | 'yellow' | 'cyan' | 'gray' | 'bold' | 'plain';

/** `FORCE_COLOR` decides; without it a terminal has colours unless `NO_COLOR` is set. */
function hasColours(): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = process.env;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return process.stdout.isTTY && !refused && terminal !== 'dumb';
}

/** The text in a style, if the output has colours. */
export const paint = (style: TextStyle, text: string): string =>
  text === '' || style === 'plain' || !hasColours() ? text : styleText(style, text, { validateStream: false });

const STATUS_STYLES: Record<string, TextStyle> = {
  pending: 'gray',
  running: 'cyan',
  completed: 'green',
  failed: 'red',
  cancelled: 'yellow',
  abandoned: 'gray',
};

/** The style of the status of a run, step or sleep. */
export const styleOfStatus = (status: string): TextStyle => STATUS_STYLES[status] ?? 'plain';
