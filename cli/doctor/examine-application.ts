/** `workflow doctor <url>`: finds what keeps requests from reaching the routes of a running application. */
import { findSecret } from '../program/application-secret.ts';
import type { GivenArguments } from '../program/command.ts';
import { cliError } from '../program/messages.ts';
import { diagnose, type ProbeResult } from './diagnose.ts';
import { PROBES } from './probes.ts';
import { readStepCopies } from './read-step-copies.ts';
import { toReport } from './report.ts';
import { sendProbe } from './send-probe.ts';

/** @returns The exit code: 1 when a request is answered wrongly. @throws `cli_url_invalid`, `cli_secret_missing`. */
export async function examineApplication(given: GivenArguments): Promise<number> {
  const url = readUrl(given.operand);
  const secret = await findSecret(given);
  const results: ProbeResult[] = [];
  // One after the other: requests at the same time may disturb each other.
  for (const probe of PROBES) results.push({ probe, answer: await sendProbe(probe, { url, secret }) });
  const diagnoses = diagnose(results);
  console.log(toReport(url, diagnoses, await readStepCopies({ url, secret })));
  return diagnoses.every(({ problem }) => problem === null) ? 0 : 1;
}

/** @throws `cli_url_invalid`. */
function readUrl(operand: string | null): string {
  const url = URL.parse(operand ?? '');
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return (url.origin + url.pathname).replace(/\/+$/, '');
  throw cliError('cli_url_invalid', { found: operand ?? '' });
}
