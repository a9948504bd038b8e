/**
 * Starts the language server of the project in the current folder. So findings come from the version that the project
 * builds with, and the extension holds no compiler.
 */
import { pathToFileURL } from 'node:url';
import { findPackage } from './find-package.ts';

const found = findPackage(process.cwd());
if (found) {
  const [node = process.execPath, , ...options] = process.argv;
  process.argv = [node, found.bin, 'lsp', ...options];
  await import(pathToFileURL(found.bin).href);
} else {
  console.error(`The package "workflow" is not installed in ${process.cwd()}. Fix: run "npm install workflow" there.`);
  process.exitCode = 1;
}
