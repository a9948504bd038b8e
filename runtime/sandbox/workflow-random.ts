/** Random values of a run, derived from its seed: the same on replay. */
import { currentScope, host, requireScope } from './run-scope.ts';

/** `Math.random` (sfc32: small, fast, passes the usual test batteries). */
export function workflowRandom(): number {
  const scope = currentScope();
  if (!scope) return 0.5;
  scope.random ??= createSfc32(host().seedRandom(scope.randomSeed));
  return scope.random();
}

function createSfc32(seed: Uint32Array): () => number {
  let [a, b, c, counter] = [seed[0]! | 0, seed[1]! | 0, seed[2]! | 0, seed[3]! | 0];
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
}

/** The next unguessable byte of the run. */
export function takeRandomByte(): number {
  const scope = requireScope();
  if (scope.randomBytes.length === 0) {
    scope.randomBytes = Array.from(host().randomBlock(scope.randomSeed, scope.randomBlocks++));
  }
  return scope.randomBytes.pop()!;
}
