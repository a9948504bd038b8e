export const emitPlatformFunctions = (_: unknown, __: unknown): void => {};
