/** For builds: loads a new bundle as runs do. Not part of the package's exports. */
export { tryBundle } from '../replay/try-bundle.ts';
