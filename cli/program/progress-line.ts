/** One line on a terminal that tells how far work is. */

const EVERY_MS = 100;
const ERASE = '\r\u001b[2K';

/** A line on stderr that changes in place; where stderr is no terminal, nothing is shown. */
export class ProgressLine {
  #shownAt = -Infinity;

  /** Shows a text in the place of the one before, at most every tenth of a second. */
  show(text: string): void {
    if (!process.stderr.isTTY || performance.now() - this.#shownAt < EVERY_MS) return;
    this.#shownAt = performance.now();
    process.stderr.write(`${ERASE}${text}`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#shownAt !== -Infinity) process.stderr.write(ERASE);
  }
}
