/** `main` of the package, which only tsserver reads. It is bundled into one CommonJS file that exports the function. */
export { init as default } from './plugin.ts';
