/** `main` of the package, which only tsserver reads: bundled to one CommonJS file that is the function itself. */
export { init as default } from './plugin.ts';
