/** Explanations of the problems that show when all files are bundled. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

/** By code; {@link file://./area.ts} joins them with the others. */
export const bundleExplanations = {
  compile_builtin_reached: {
    sample: {
      builtin: 'node:fs/promises',
      names: '"readFile" of ',
      chain: ' Imported by workflows/order.ts:1:26.',
    },
    why: `After a crash a workflow is replayed: it runs again from the start and must do the same as the first time.
Files, sockets and environment variables may have changed by then, so the sandbox has none of Node's modules. All of
them work in a step.

Only real uses count. Imports that only steps use are removed together with the steps, and unused code is dropped from
the bundle. The message shows the shortest chain of imports that leads to the module. If the chain goes through a
package, import that package where only a step uses it.`,
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
  compile_package_unsuited: {
    sample: {
      name: 'p-retry',
      why: 'waits with timers, which end with the process',
      chain: ' Imported by workflows/order.ts:1:20.',
      instead:
        'call a step, which is retried by itself (set "maxRetries" on it), and wait with sleep() from "workflow"',
    },
    why: `Some packages build, but can do nothing in workflow code: they make code from text, wait with timers, or open
connections. A run would fail at the first use, so the build refuses them and says what to take instead. In a step
every package works. [Libraries in workflow code](../libraries.md) lists packages that work and packages that do not.`,
    wrong: {
      'workflows/order.ts': code`
        import pRetry from 'p-retry';
        import { charge } from './charge.ts';

        export async function order() {
          'use workflow';
          return await pRetry(() => charge(), { retries: 5 });
        }
      `,
      'workflows/charge.ts': code`
        export async function charge() {
          'use step';
          return 'charged';
        }
      `,
      'node_modules/p-retry/package.json': '{ "name": "p-retry", "type": "module", "exports": "./index.js" }',
      'node_modules/p-retry/index.js': 'export default async (task) => await task();',
    },
    right: code`
      async function charge() {
        'use step';
        return 'charged';
      }
      charge.maxRetries = 5;

      export async function order() {
        'use workflow';
        return await charge();
      }
    `,
    see: ['compile_builtin_reached', 'compile_global_reached'],
  },
  compile_global_reached: {
    sample: {
      name: 'setTimeout',
      reason: 'A timer ends with its process, but a run continues in another one.',
      chain: '',
      instead: 'use sleep() from "workflow", which is durable, or move the code into a step.',
    },
    why: `Workflow code has only the globals that behave the same on every replay and every machine. This one does not,
so a run would throw here or find nothing. In packages a use behind \`typeof\` or inside a \`try\` does not count,
because libraries use these to find out what is available. In your own files it does: the workflow would take another
way than the same code in a server, without a word. Names of browsers, such as \`window\`, may be asked for, because
servers do not have them either. In a step every global works.`,
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
    why: `The workflow bundle is self-contained: everything that workflow code imports must exist at build time, and
nothing is loaded later. Usual reasons are a package that is not installed, a wrong path, and a path alias that
\`tsconfig.json\` does not define.`,
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
  compile_setup_missing: {
    sample: { subject: 'configure', reason: 'it uses "process"' },
    why: `All code at the top of a module that workflows load stays in workflow code, so a library that is set up there
is set up in every run. Code that needs Node or the process cannot stay. Most of it is meant for the process and is left
out without an error. This code changes something that workflow code uses: without it, runs would compute with other
settings than the rest of the application. Calls are followed through files, and a function that is handed on, such as a
listener, counts as called.

Write the settings down, or read them in a step and hand them to the code that needs them. If workflows are meant to go
without the change, say so above the line:
\`// workflow-ignore-next-line compile_setup_missing -- only the page shows it\`.`,
    wrong: {
      'workflows/order.ts': code`
        import { configure, format } from './money.ts';

        configure(process.env.CURRENCY);

        export async function order(cents: number) {
          'use workflow';
          return format(cents);
        }
      `,
      'workflows/money.ts': code`
        let currency = 'USD';

        export const configure = (name = 'USD') => {
          currency = name;
        };
        export const format = (cents: number) => cents / 100 + currency;
      `,
    },
    right: {
      'workflows/order.ts': code`
        import { configure, format } from './money.ts';

        configure('EUR');

        export async function order(cents: number) {
          'use workflow';
          return format(cents);
        }
      `,
      'workflows/money.ts': code`
        let currency = 'USD';

        export const configure = (name = 'USD') => {
          currency = name;
        };
        export const format = (cents: number) => cents / 100 + currency;
      `,
    },
    see: ['compile_code_left_out'],
  },
  compile_code_left_out: {
    sample: { reason: 'it needs "node:fs"' },
    why: `This is a warning. A module that is imported for its effects alone, such as a polyfill or the set-up of a
library, belongs to workflow code too. This one comes from a package and needs Node, so runs go without it. If it only
matters to steps, import it in the file of the steps that need it, away from workflows.`,
    wrong: {
      'node_modules/records/package.json': '{ "name": "records", "type": "module", "exports": "./index.js" }',
      'node_modules/records/index.js': code`
        import { appendFileSync } from 'node:fs';

        appendFileSync('loaded.log', 'loaded');
      `,
      'workflows/order.ts': code`
        import 'records';

        export async function order() {
          'use workflow';
          return 'ordered';
        }
      `,
    },
    right: {
      'node_modules/records/package.json': '{ "name": "records", "type": "module", "exports": "./index.js" }',
      'node_modules/records/index.js': code`
        import { appendFileSync } from 'node:fs';

        appendFileSync('loaded.log', 'loaded');
      `,
      'workflows/order.ts': code`
        import { reserve } from './reserve.ts';

        export async function order() {
          'use workflow';
          return await reserve();
        }
      `,
      'workflows/reserve.ts': code`
        export async function reserve() {
          'use step';
          await import('records');
          return 'reserved';
        }
      `,
    },
    see: ['compile_setup_missing'],
  },
  compile_module_throws: {
    sample: { error: "TypeError: Cannot read properties of undefined (reading 'toUpperCase')", where: '' },
    why: `A run loads the modules of its workflow before it begins, and again on every replay. The build does the same
once, so that an error in them does not wait for the first run. The message shows the error and, where it comes from a
package, which one. Libraries that create functions from text, or that look for the browser or for Node, fail this way.`,
    wrong: code`
      const settings: { currency?: string } = {};
      const currency = settings.currency!.toUpperCase();

      export async function order(cents: number) {
        'use workflow';
        return cents + currency;
      }
    `,
    right: code`
      const settings: { currency?: string } = {};
      const currency = settings.currency?.toUpperCase() ?? 'EUR';

      export async function order(cents: number) {
        'use workflow';
        return cents + currency;
      }
    `,
    see: ['compile_global_reached'],
  },
  compile_name_early: {
    sample: { name: 'COUNTRY', file: 'workflows/order.ts' },
    why: `This is a warning. Two files import each other, directly or through others, and one of them needs a value of the
other while it loads. The other has not run yet, so plain code throws a ReferenceError. In the bundle of workflows the
value is \`undefined\`. Functions that are declared with \`function\` exist from the start, and a use inside a function
that is called later finds the value.`,
    wrong: {
      'workflows/order.ts': code`
        import { tax } from './tax.ts';

        export const COUNTRY = 'de';

        export async function order(cents: number) {
          'use workflow';
          return cents * tax;
        }
      `,
      'workflows/tax.ts': code`
        import { COUNTRY } from './order.ts';

        export const tax = COUNTRY === 'de' ? 0.19 : 0.2;
      `,
    },
    right: {
      'workflows/order.ts': code`
        import { tax } from './tax.ts';

        export async function order(cents: number) {
          'use workflow';
          return cents * tax;
        }
      `,
      'workflows/country.ts': code`
        export const COUNTRY = 'de';
      `,
      'workflows/tax.ts': code`
        import { COUNTRY } from './country.ts';

        export const tax = COUNTRY === 'de' ? 0.19 : 0.2;
      `,
    },
    see: ['compile_module_throws'],
  },
  compile_await_toplevel: {
    why: `The modules of workflow code are evaluated without a pause when a run begins or is replayed. They cannot wait,
because everything that a workflow waits for is recorded in the run's journal. Await a step in the workflow instead.`,
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
    why: `All modules of workflow code become one script, which is stored and may run on another machine.
\`import.meta.url\` and \`import.meta.dirname\` have no file to name there, so \`import.meta\` is an empty object.`,
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
  compile_step_file: {
    sample: { specifier: './templates', reason: 'it is a folder' },
    why: `At run time the code of steps is not where its source is, so \`new URL('./file', import.meta.url)\` would name nothing.
The build takes the file along, and the expression gives the address of a copy. That works for single files of at most 4 MB which
are no source code. Folders, larger files and workers must be on the server, at a path that the step is told.`,
    wrong: {
      'workflows/mail.ts': code`
        import { readFile } from 'node:fs/promises';

        export async function template(name: string) {
          'use step';
          return await readFile(new URL(name, new URL('./templates', import.meta.url)), 'utf8');
        }
      `,
      'workflows/templates/hello.txt': 'Hello',
    },
    right: {
      'workflows/mail.ts': code`
        import { readFile } from 'node:fs/promises';

        export async function template() {
          'use step';
          return await readFile(new URL('./templates/hello.txt', import.meta.url), 'utf8');
        }
      `,
      'workflows/templates/hello.txt': 'Hello',
    },
  },
  compile_bundle_failed: {
    sample: { reason: '"priceOf" is not exported by "workflows/prices.ts".' },
    why: `The bundler refused the code for a reason that has no error code of its own; the message is the bundler's.
The most frequent reason is an import of a name that the other module does not export.`,
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
    why: `This is a warning. Path aliases such as \`@/prices\` come from the nearest \`tsconfig.json\`. That file, or one
that it extends, cannot be read. The build goes on without its aliases; if workflow code uses one,
\`compile_import_unresolved\` follows. Frameworks generate such files with \`nuxt prepare\`, \`svelte-kit sync\` or
\`astro sync\`.`,
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
    sample: { subject: 'Step "charge"' },
    why: `Every step that workflow code can call must be in the step bundle; otherwise a run would wait for it forever.
The build compares the two before it writes anything. This error is never your mistake.`,
  },
} satisfies Partial<Explanations<typeof compileError>>;
