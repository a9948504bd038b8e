/** Tells people how far long work is. */

const EVERY_MS = 2_000;

/** Prints to stderr now and then, beginning after two seconds: the work may be over before. */
export function createProgress(verb: string): (runs: number, all: number) => void {
  let next = performance.now() + EVERY_MS;
  return (runs, all) => {
    if (performance.now() < next) return;
    next = performance.now() + EVERY_MS;
    console.error(`${verb} ${runs} of ${all} runs …`);
  };
}
