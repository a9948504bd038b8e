/** The rules for a file with directives, and for the directives themselves. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

export const fileExplanations = {
  compile_syntax_invalid: {
    sample: { reason: 'Expression expected' },
    why: `The file holds a directive, so it has to be parsed, and the parser stopped here. Whether a file is
TypeScript or JavaScript, and whether it may hold JSX, follows from its ending: JSX belongs into \`.tsx\` or \`.jsx\`.`,
    wrong: code`
      export async function order() {
        'use workflow';
        const price = ;
      }
    `,
    right: code`
      export async function order() {
        'use workflow';
        const price = 10;
      }
    `,
  },
  compile_module_commonjs: {
    why: `The compiler follows \`import\` and \`export\` to tell what a workflow uses: only that way can it keep
steps, and what only they use, out of the sandbox. \`require\` can be called anywhere and with any name, and the
sandbox has none. A file without directives may be CommonJS, and so may packages that steps import.`,
    wrong: {
      'workflows/order.js': code`
        const { charge } = require('../charge.js');

        async function order() {
          'use workflow';
          return await charge();
        }

        module.exports = { order };
      `,
    },
    right: {
      'workflows/order.js': code`
        import { charge } from '../charge.js';

        export async function order() {
          'use workflow';
          return await charge();
        }
      `,
      'charge.js': code`
        export async function charge() {
          'use step';
        }
      `,
    },
  },
  compile_directive_misplaced: {
    sample: { directive: 'use step' },
    why: `A directive counts only as the very first statement of a function body, or of a file, before imports, and as
plain text in single or double quotes. Anywhere else JavaScript takes it for a text that is not used. Without this
error the function would look durable, and would not be.`,
    wrong: code`
      export async function charge(orderId: string) {
        console.log(orderId);
        'use step';
      }
    `,
    right: code`
      export async function charge(orderId: string) {
        'use step';
        console.log(orderId);
      }
    `,
    see: ['compile_directive_misspelled'],
  },
  compile_directive_joined: {
    sample: { directive: 'use step' },
    why: `JavaScript ends a statement at the end of a line only if the next line cannot go on with it. A line that
begins with a bracket or a backtick can: the directive would be called, indexed or used as a tag. The text is then
part of an expression, and no directive.`,
    wrong: code`
      export async function charge(order: { id: string; send(): Promise<void> }) {
        'use step'
        (await load(order.id)).send();
      }
    `,
    right: code`
      export async function charge(order: { id: string; send(): Promise<void> }) {
        'use step';
        (await load(order.id)).send();
      }
    `,
    see: ['compile_directive_misplaced'],
  },
  compile_directive_misspelled: {
    sample: { written: 'use setp', directive: 'use step' },
    why: `The text stands where a directive would, and is almost one. Directives are compared letter by letter, as
\`'use strict'\` is, so a function with this one would be ordinary code: nothing of it would be stored or tried again.
Other directives, such as \`'use client'\`, are left alone.`,
    wrong: code`
      export async function charge() {
        'use setp';
      }
    `,
    right: code`
      export async function charge() {
        'use step';
      }
    `,
    see: ['compile_directive_misplaced'],
  },
  compile_directive_both: {
    sample: { subject: 'The function "order"' },
    why: `A workflow runs in a sandbox, is replayed, and may not touch the world; a step runs once for each attempt
and has all of Node. No function can be both. The directive of a file counts for each function that it exports, so it
can be the other one.`,
    wrong: code`
      export async function order() {
        'use workflow';
        'use step';
      }
    `,
    right: code`
      export async function order() {
        'use workflow';
        await charge();
      }

      async function charge() {
        'use step';
      }
    `,
    see: ['steps'],
  },
  compile_export_sync: {
    sample: { subject: 'Step "format"', kind: 'step' },
    why: `A directive at the top of a file makes a step or workflow of each function that the file exports, and those
are \`async\`. A function that is not meant to be one belongs into another file, or is not exported.`,
    wrong: code`
      'use step';

      export function format(amount: number) {
        return amount.toFixed(2);
      }
    `,
    right: code`
      'use step';

      export async function charge(amount: number) {
        return format(amount);
      }

      function format(amount: number) {
        return amount.toFixed(2);
      }
    `,
    see: ['compile_function_sync', 'compile_export_illegal'],
  },
  compile_export_illegal: {
    sample: { what: 'the value "CURRENCY"', directive: 'use step' },
    why: `A file that starts with a directive says: whatever others import from here is a step (or a workflow). A
value, a class or a re-export is none, and would be a different thing in each of the three views. Types may be
exported, because they are gone at run time.`,
    wrong: code`
      'use step';

      export const CURRENCY = 'EUR';

      export async function charge() {
        return CURRENCY;
      }
    `,
    right: code`
      export const CURRENCY = 'EUR';

      export async function charge() {
        'use step';
        return CURRENCY;
      }
    `,
    see: ['compile_export_sync'],
  },
  compile_id_duplicate: {
    sample: { id: 'step//./workflows/order//charge', other: 'workflows/order.js:1' },
    why: `An id is made of the path of the file from the root of the project, without its ending, and the name of the
function. Two files that differ only in their ending give the same one, and a run could get the wrong function. For a
package the path begins with its name, so two installed versions of a package with steps clash as well.`,
    wrong: {
      'workflows/order.js': `export async function charge() {\n  'use step';\n}`,
      'workflows/order.ts': `export async function charge() {\n  'use step';\n}`,
    },
    right: {
      'workflows/order.ts': `export async function charge() {\n  'use step';\n}`,
    },
    see: ['compile_function_anonymous'],
  },
  compile_directive_unprocessed: {
    sample: { directive: 'use step', view: 'workflow' },
    why: `After a file is compiled the compiler looks for directives that are left. There must be none: such a
function would run as ordinary code and nobody would notice. So this is never your mistake. A plain \`async function\`
at the top level of a file is the form that is least likely to meet the same defect.`,
  },
} satisfies Partial<Explanations<typeof compileError>>;
