/** An entry of the option `downloadHosts`. */
export interface DownloadHost {
  /** `files.example.com`, `*.example.com` (the hosts below it), `[::1]`, or `*` (all hosts with public addresses). */
  name: string;
  /** `undefined`: any. */
  port: string | undefined;
}

const FORM = /^((?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:.]+\])(?::(\d{1,5}))?$/;

/** @returns `null`: the text names no host. */
export function parseDownloadHost(text: string): DownloadHost | null {
  if (text === '*') return { name: text, port: undefined };
  const found = FORM.exec(text.toLowerCase());
  return found && { name: found[1]!, port: found[2] };
}
