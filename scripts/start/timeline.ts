/** The lines in the terminal. Colours appear only on a terminal, and only if `NO_COLOR` is not set. */
import { styleText } from 'node:util';
import type { CheckedPromise } from './promises.ts';
import type { StepCalls } from './step-calls.ts';

export type Actor = 'you' | 'server' | 'order';
type Style = Parameters<typeof styleText>[0];

const ACTOR_STYLES: Record<Actor, Style> = { you: 'cyan', server: 'magenta', order: 'green' };
const ACTOR_WIDTH = 8;

const paint = (style: Style, text: string): string => styleText(style, text, { stream: process.stdout });

export class Timeline {
  readonly #startedAt = performance.now();

  title(text: string): void {
    console.log(`\n${paint('bold', text)}\n`);
  }

  /** One line: when, who, what. */
  add(actor: Actor, text: string): void {
    const time = ((performance.now() - this.#startedAt) / 1000).toFixed(1).padStart(6);
    console.log(`${paint('dim', `${time} s`)}  ${paint(ACTOR_STYLES[actor], actor.padEnd(ACTOR_WIDTH))}${text}`);
  }

  /** Something that no process survives. */
  addBlow(text: string): void {
    this.add('server', paint(['bold', 'red'], text));
  }
}

export function printSteps(steps: readonly StepCalls[]): void {
  const rows = steps.map(({ service, attempts }) => [service, String(attempts.length), attempts.join(', ')] as const);
  const width = Math.max(...rows.map(([service]) => service.length)) + 2;
  const print = (service: string, count: string, ends: string): string =>
    `  ${service.padEnd(width)}${count.padEnd(10)}${ends}`;
  console.log(paint('dim', print('step', 'attempts', 'how they ended')));
  for (const row of rows) console.log(print(...row));
}

export function printPromises(checked: readonly CheckedPromise[]): void {
  for (const { promise, isKept, found } of checked) {
    console.log(isKept ? `  ${paint('green', '✓')} ${promise}` : `  ${paint('red', '✗')} ${promise}: ${found}`);
  }
}
