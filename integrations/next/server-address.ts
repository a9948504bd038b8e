/** Under which address this server is called, for the addresses of webhooks. */
import { setBaseUrl } from '../../runtime/entries/runtime.ts';

/** Next knows it when it listens, which it does before it reads the configuration. @param basePath Empty: none. */
export function learnAddress(basePath: string): void {
  const { __NEXT_PRIVATE_ORIGIN: origin, PORT = '3000' } = process.env;
  setBaseUrl((origin ?? `http://localhost:${PORT}`) + basePath);
}
