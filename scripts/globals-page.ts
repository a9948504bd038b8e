/** Makes docs/globals.md from the table that the sandbox is built from: `node scripts/globals-page.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  SANDBOX_GLOBALS,
  SANDBOX_MEMBERS,
  type GlobalEntry,
  type GlobalKind,
} from '../runtime/contract/sandbox-globals.ts';
import { wrapMarkdown } from '../cli/explain/wrap-markdown.ts';

export const GLOBALS_PAGE = join(import.meta.dirname, '../docs/globals.md');

const INTRODUCTION = `# Globals in workflows

<!-- Made from runtime/contract/sandbox-globals.ts by scripts/globals-page.ts. -->

After a crash a workflow is replayed, on any machine, and must then do the same again. So its code runs in a sandbox that
has exactly these globals. Steps have all of Node.

| kind | in workflow code |
|---|---|
| plain | as in JavaScript or on the Web platform |
| deterministic | replaced, because its result would differ on replay |
| durable | goes through the journal |
| forbidden | is there, but using it throws \`sandbox_global_unavailable\`, which says what to do instead |
| absent | \`undefined\`, so that libraries that look for it do without it |

A name that is not on this page does not exist in a workflow. The sandbox keeps workflow code deterministic; it is no
security boundary.
`;

const ISOLATION = `
## One realm for a build, or one for each run

The runs of a build share one realm, which is a set of JavaScript built-ins. The built-ins are frozen: assigning to one
throws a \`TypeError\`, in your code and in packages. Every run has modules, classes and a global object of its own.

\`WORKFLOW_ISOLATION=run\` gives each run a realm of its own, so that runs share nothing at all. The journals are the same.
A realm costs some milliseconds whenever a run begins or is replayed, and about 1 MB for each run that is kept in memory:
choose \`WORKFLOW_LIVE_RUNS\` accordingly.

## Code that never ends

Workflow code runs on the thread of the application. When a run holds that thread for longer than
\`WORKFLOW_TURN_LIMIT_MS\` (10 seconds; 0: never), another thread writes to standard error which run and workflow it is, and
writes again when the run goes on. It cannot end the loop. Work that takes long belongs in a step.
`;

/** The page as text. */
export function formatGlobalsPage(): string {
  const globals = `\n## Globals\n\n${toTable(SANDBOX_GLOBALS)}`;
  const members = `\n## Members\n\nWhat is different inside of them:\n\n${toTable(SANDBOX_MEMBERS)}`;
  return wrapMarkdown(INTRODUCTION + globals + members + ISOLATION);
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
