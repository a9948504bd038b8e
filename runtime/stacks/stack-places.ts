/** Stacks of errors that steps throw: the user's part of them only, with the places in the user's source. */
import { findPlaceLookup } from './stack-maps.ts';

/** Frame of a function that calls a step: what follows is the runtime's own. Bundlers may add a number to the name. */
const STEP_CALLER = /^\s+at (?:async )?(?:\S+\.)?callWorkflowStep\b/;

/** A line of a stack: the text before the place, file, line, column, and the text after it. */
const FRAME = /^(\s+at (?:async )?(?:.* \()?)(.+?):(\d+):(\d+)(\)?)$/;

/**
 * Replaces places in compiled code. Frames without a source map stay as they are; a stack that Node has mapped already
 * stays as it is.
 */
export function mapStack(stack: string): string {
  const lines = stack.split('\n');
  const caller = lines.findIndex((line) => STEP_CALLER.test(line));
  return lines
    .slice(0, caller < 0 ? lines.length : caller)
    .map(mapFrame)
    .join('\n');
}

function mapFrame(line: string): string {
  const [, before, file, lineNumber, columnNumber, after] = FRAME.exec(line) ?? [];
  if (file === undefined) return line;
  const place = findPlaceLookup(file)?.({ line: Number(lineNumber), column: Number(columnNumber) });
  return place ? `${before}${place.source}:${place.line}:${place.column}${after}` : line;
}
