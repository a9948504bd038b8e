/** The version of this package. A constant, because a bundled server has no `package.json` to read. */
export const VERSION = '0.1.0';
