/** Whether an error says that a package is not installed, and not that something is wrong inside of it. */
export function isModuleMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isMissing && typeof message === 'string' && new RegExp(`['"\`]${name}['"\`]`).test(message);
}
