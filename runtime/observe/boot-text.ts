/** The beginning of a process, as a developer reads it in a terminal. */
import { styleText } from 'node:util';

/** The details of the message `ready`, see `BootReport`. */
interface Boot {
  workflows: number;
  steps: number;
  role: string;
  store: string;
  address: string;
  dashboard?: string;
  version: string;
  node: string;
}

/** The text of the message of a process that is ready; `null` for any other message. */
export function readableBoot(event: string, details: object): string | null {
  if (event !== 'ready') return null;
  const { workflows, steps, role, store, address, dashboard, version, node } = details as Boot;
  const rows = [
    [
      'store',
      `${store} (${role === 'worker' ? 'runs are executed here' : 'runs are started here, and executed elsewhere'})`,
    ],
    ['address', address],
    ...(dashboard === undefined ? [] : [['dashboard', dashboard] as const]),
    ['version', `${version}, Node ${node}`],
  ] as const;
  const head = `Ready: ${count(workflows, 'workflow')}, ${count(steps, 'step')}.`;
  return [head, ...rows.map(([name, value]) => `  ${dim(name.padEnd(11))}${value}`)].join('\n');
}

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

const dim = (text: string): string => styleText('dim', text, { stream: process.stderr });
