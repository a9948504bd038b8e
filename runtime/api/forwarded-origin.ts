/** The origin that a proxy was asked for, from the headers that it adds to a request. */

/** A host, perhaps with a port: no user, no path. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** @param header Gives the value of a header; nothing when it is missing. @returns `null`: no proxy has said one. */
export function readForwardedOrigin(header: (name: string) => string | null | undefined): string | null {
  const host = firstOf(header('x-forwarded-host'));
  if (!HOST.test(host)) return null;
  const scheme = firstOf(header('x-forwarded-proto')) || 'https';
  return scheme === 'https' || scheme === 'http' ? `${scheme}://${host.toLowerCase()}` : null;
}

/** Each proxy of a chain adds what it was asked for. The first is the one that people see. */
const firstOf = (value: string | null | undefined): string => (value ?? '').split(',', 1)[0]!.trim();
