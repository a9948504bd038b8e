export const run = <T>(fn: () => T): T | undefined => fn();
