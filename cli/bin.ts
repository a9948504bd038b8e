#!/usr/bin/env node
/** The program `workflow`. A Node that is too old could not load the rest, so that is loaded later. */
const tooOld = await import('../runtime/contract/node-version.ts').then(
  () => null,
  (error: Error) => error.message,
);
if (tooOld === null) {
  await import('./main.ts');
} else {
  console.error(tooOld);
  process.exitCode = 1;
}
