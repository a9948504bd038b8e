#!/usr/bin/env node
/** The program `workflow`. A Node that is too old could not load the rest, so that is loaded later. */
import module from 'node:module';

// Most of the time of a short command goes into compiling its own code.
module.enableCompileCache?.();
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
