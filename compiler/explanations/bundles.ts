/** What is noticed when the views of all files are bundled. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

export const bundleExplanations = {
  compile_builtin_reached: {
    sample: {
      builtin: 'node:fs/promises',
      names: '"readFile" of ',
      chain: ' Imported by workflows/order.ts:1:26.',
    },
    why: `After a crash a workflow is replayed: it runs again from the start, and must do the same as the first time.
Files, sockets and environment variables may have changed by then, so the sandbox has none of Node's modules. In a
step all of them work.

Only real uses count. Imports that only steps use are removed together with the steps, and what nothing uses is
dropped when the bundle is made. The message names the shortest way by which the module is reached; when it leads
through a package, import that package where only a step uses it.`,
    wrong: code`
      import { readFile } from 'node:fs/promises';

      export async function order(path: string) {
        'use workflow';
        return await readFile(path, 'utf8');
      }
    `,
    right: code`
      import { readFile } from 'node:fs/promises';

      async function readOrder(path: string) {
        'use step';
        return await readFile(path, 'utf8');
      }

      export async function order(path: string) {
        'use workflow';
        return await readOrder(path);
      }
    `,
    see: ['sandbox_global_unavailable', 'globals'],
  },
  compile_global_reached: {
    sample: {
      name: 'setTimeout',
      reason: 'A timer ends with its process, but a run continues in another one.',
      chain: '',
      instead: 'use sleep() from "workflow", which is durable, or move the code into a step.',
    },
    why: `Workflow code has the globals that mean the same on each replay and on each machine. This one does not, so
using it would throw when a run gets there, or find nothing. A use behind \`typeof\` or in a \`try\` does not count:
that is how libraries look for what there is. In a step every global works.`,
    wrong: code`
      export async function reminder() {
        'use workflow';
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      }
    `,
    right: code`
      import { sleep } from 'workflow';

      export async function reminder() {
        'use workflow';
        await sleep('1 minute');
      }
    `,
    see: ['globals', 'sandbox_global_unavailable', 'compile_builtin_reached'],
  },
  compile_import_unresolved: {
    sample: { specifier: './prices.ts' },
    why: `The workflow bundle is self-contained: everything that workflow code imports has to be there when it is
made, and nothing is loaded later. The usual reasons are a package that is not installed, a path that is wrong, and a
path alias that \`tsconfig.json\` does not name.`,
    wrong: code`
      import { priceOf } from './prices.ts';

      export async function order(item: string) {
        'use workflow';
        return priceOf(item);
      }
    `,
    right: {
      'workflows/order.ts': code`
        import { priceOf } from './prices.ts';

        export async function order(item: string) {
          'use workflow';
          return priceOf(item);
        }
      `,
      'workflows/prices.ts': code`
        export const priceOf = (item: string) => item.length;
      `,
    },
    see: ['compile_tsconfig_unreadable'],
  },
  compile_await_toplevel: {
    why: `Modules of workflow code are evaluated when a run begins or is replayed, and that happens in one go: there
is nothing that they could wait for, because everything a workflow waits for is recorded in the journal of its run.
Wait in the workflow, for a step.`,
    wrong: code`
      const prices = await fetch('https://example.com/prices').then((response) => response.json());

      export async function order(item: string) {
        'use workflow';
        return prices[item];
      }
    `,
    right: code`
      async function loadPrices() {
        'use step';
        const response = await fetch('https://example.com/prices');
        return await response.json();
      }

      export async function order(item: string) {
        'use workflow';
        const prices = await loadPrices();
        return prices[item];
      }
    `,
  },
  compile_import_meta: {
    why: `All modules of workflow code become one script, which is stored and may run on another machine. There is no
file that \`import.meta.url\` or \`import.meta.dirname\` could name, so \`import.meta\` is an empty object there.`,
    wrong: code`
      export async function order() {
        'use workflow';
        return import.meta.url;
      }
    `,
    right: code`
      async function ownAddress() {
        'use step';
        return import.meta.url;
      }

      export async function order() {
        'use workflow';
        return await ownAddress();
      }
    `,
  },
  compile_bundle_failed: {
    sample: { reason: '"priceOf" is not exported by "workflows/prices.ts".' },
    why: `The bundler refused the code for a reason that has no code of its own here; the message is the bundler's.
The most frequent one is an import of a name that the other module does not export.`,
    wrong: {
      'workflows/order.ts': code`
        import { priceOf } from './prices.ts';

        export async function order(item: string) {
          'use workflow';
          return priceOf(item);
        }
      `,
      'workflows/prices.ts': code`
        export const priceFor = (item: string) => item.length;
      `,
    },
    right: {
      'workflows/order.ts': code`
        import { priceFor } from './prices.ts';

        export async function order(item: string) {
          'use workflow';
          return priceFor(item);
        }
      `,
      'workflows/prices.ts': code`
        export const priceFor = (item: string) => item.length;
      `,
    },
  },
  compile_tsconfig_unreadable: {
    sample: { reason: "Failed to load tsconfig '.nuxt/tsconfig.json': Tsconfig not found" },
    why: `A warning. Path aliases such as \`@/prices\` are read from the nearest \`tsconfig.json\`, and this one, or
one that it extends, cannot be read. The build goes on without its aliases; if workflow code uses one,
\`compile_import_unresolved\` follows. Frameworks generate such files: \`nuxt prepare\`, \`svelte-kit sync\` and
\`astro sync\` do.`,
    wrong: {
      'tsconfig.json': `{ "extends": "./.nuxt/tsconfig.json" }`,
      'workflows/order.ts': `export async function order() {\n  'use workflow';\n}`,
    },
    right: {
      'tsconfig.json': `{ "compilerOptions": { "strict": true } }`,
      'workflows/order.ts': `export async function order() {\n  'use workflow';\n}`,
    },
    see: ['compile_import_unresolved'],
  },
  compile_step_unregistered: {
    sample: { id: 'step//./workflows/order//charge' },
    why: `Each step that workflow code can call must be in the step bundle, or a run would wait for it for ever. The
build compares the two before it writes anything. So this is never your mistake.`,
  },
} satisfies Partial<Explanations<typeof compileError>>;
