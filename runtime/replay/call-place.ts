/** Places of calls in the source, for people. */
import type { TracedPlace } from '../sandbox/call-trace.ts';

const FRAMES_MAX = 3;

/** The running code and its callers, such as `reserve (shop.ts:3:7) ← main (order.ts:12:9)`. */
export const describePlace = ({ frames }: TracedPlace): string => frames.split('\n').slice(0, FRAMES_MAX).join(' ← ');

/**
 * Where the user's code makes the call, such as `order.ts:12:9`; `null`: the build has no source map. Packages that
 * make the call for the user are left out, and so is the declaration of the called step.
 */
export function toSourcePosition({ frames, isDeclaration }: TracedPlace): string | null {
  const positions = frames.split('\n').map(positionIn).filter(Boolean);
  const callers = isDeclaration && positions.length > 1 ? positions.slice(1) : positions;
  return callers.find((position) => !position.includes('node_modules/')) ?? callers[0] ?? null;
}

/** Of `order (workflows/order.ts:12:9)`, or of the place alone. */
const positionIn = (frame: string): string =>
  frame.endsWith(')') ? frame.slice(frame.indexOf(' (') + 2, -1) : frame.replace(/^async /, '');
