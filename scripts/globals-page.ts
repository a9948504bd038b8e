/** Makes docs/globals.md from the table that the sandbox is built from: `node scripts/globals-page.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  SANDBOX_GLOBALS,
  SANDBOX_MEMBERS,
  type GlobalEntry,
  type GlobalKind,
} from '../runtime/contract/sandbox-globals.ts';

export const GLOBALS_PAGE = join(import.meta.dirname, '../docs/globals.md');

const INTRODUCTION = `# Globals in workflows

<!-- Made from runtime/contract/sandbox-globals.ts by scripts/globals-page.ts. -->

A workflow is replayed after a crash and must then do the same again, on any machine. So its code runs in a sandbox in which
every global is one of these. Steps have the whole of Node.

| kind | in workflow code |
|---|---|
| plain | as in JavaScript or on the Web platform |
| deterministic | replaced, because its result would differ on replay |
| durable | goes through the journal |
| forbidden | there, but using it throws \`sandbox_global_unavailable\` with what to do instead |
| absent | \`undefined\`, so that libraries that look for it take another way |

A name that is not on this page does not exist in a workflow. It is a fence for determinism, not for security.
`;

const ISOLATION = `
## One realm for a build, or one for each run

The runs of a build share one realm: its built-ins are frozen, and every run has modules, classes and a global object of its own. So
assigning to a built-in throws a \`TypeError\`, in your code and in packages.

\`WORKFLOW_ISOLATION=run\` gives each run a realm of its own, so that runs share nothing at all. The journals are the same. It costs
about 6 ms whenever a run begins or is replayed (0.01 ms without it), and 1 MB for each run kept in memory (0.01 MB without it):
choose \`WORKFLOW_LIVE_RUNS\` accordingly.

## Code that never ends

Workflow code runs on the thread of the application. When a run holds it for longer than \`WORKFLOW_TURN_LIMIT_MS\` (10 seconds; 0: never),
another thread writes to standard error which run and workflow it is, and once more when it goes on. It cannot end the
loop: work that takes long belongs in a step.
`;

/** The page as text. */
export function formatGlobalsPage(): string {
  const globals = `\n## Globals\n\n${toTable(SANDBOX_GLOBALS)}`;
  const members = `\n## Members\n\nWhat is different inside of them:\n\n${toTable(SANDBOX_MEMBERS)}`;
  return INTRODUCTION + globals + members + ISOLATION;
}

const ORDER: GlobalKind[] = ['plain', 'deterministic', 'durable', 'forbidden', 'absent'];

function toTable(entries: readonly GlobalEntry[]): string {
  const rows = entries
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map((entry) => `| ${entry.kind} | ${entry.names.map(toCode).join(', ')} | ${toReason(entry)} |\n`);
  return `| kind | names | why |\n|---|---|---|\n${rows.join('')}`;
}

const toCode = (name: string): string => (name.includes('`') ? `\`\` ${name} \`\`` : `\`${name}\``);

const toReason = (entry: GlobalEntry): string =>
  entry.kind === 'forbidden' ? `${entry.reason} Instead: ${entry.instead}` : entry.reason;

if (import.meta.main) {
  mkdirSync(dirname(GLOBALS_PAGE), { recursive: true });
  writeFileSync(GLOBALS_PAGE, formatGlobalsPage());
}
