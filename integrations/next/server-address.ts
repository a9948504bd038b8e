/** Learns the address of this server, for webhook URLs. */
import { setBaseUrl } from '../../runtime/entries/runtime.ts';

/** Takes it from Next, which listens before it evaluates the configuration. @param basePath Empty: none. */
export function learnAddress(basePath: string): void {
  const { __NEXT_PRIVATE_ORIGIN: origin, PORT = '3000' } = process.env;
  setBaseUrl((origin ?? `http://localhost:${PORT}`) + basePath);
}
