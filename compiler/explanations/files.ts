/** Explanations of the rules for a file with directives, and for the directives themselves. */
import type { compileError } from '../messages.ts';
import { code, type Explanations } from '../../runtime/contract/explanation.ts';

/** By code; {@link file://./area.ts} joins them with the others. */
export const fileExplanations = {
  compile_syntax_invalid: {
    sample: { reason: 'Expression expected' },
    why: `The compiler must parse a file that contains a directive, and the parser stopped here. The file
extension decides which syntax is allowed: JSX needs \`.tsx\` or \`.jsx\`, types need \`.ts\` or \`.tsx\`.`,
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
    why: `The compiler follows \`import\` and \`export\` to find the code that a workflow uses, and keeps steps
and everything that only steps use out of the sandbox. It cannot follow \`require\`, which may be called anywhere with
any name, and the sandbox has no \`require\`. A file without directives may be CommonJS, and so may packages that steps
import.`,
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
    why: `A directive works only as the very first statement of a function body, or of a file before its imports, and
only in single or double quotes. Anywhere else JavaScript treats it as a string that nothing uses. Without this error
the function would look durable but would not be.`,
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
    why: `JavaScript ends a statement at the end of a line only if the next line cannot continue it. A line that
begins with a bracket or a backtick can: it would call the directive, index it or use it as a tag. The string is then
part of an expression and not a directive.`,
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
    why: `This string is in the place of a directive and is almost one. Directives must match exactly, as
\`'use strict'\` must, so this function would be ordinary code: its results would not be stored and it would not be
retried. Other directives, such as \`'use client'\`, are left alone.`,
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
    why: `A workflow runs in a sandbox, is replayed, and must not touch the outside world. A step runs once for each
attempt and may use all of Node. No function can be both. The directive at the top of a file applies to every function
that the file exports, so the second directive may be that one.`,
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
    why: `A directive at the top of a file turns every exported function into a step or workflow, and those must be
\`async\`. Move any other function to another file, or do not export it.`,
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
    why: `A directive at the top of a file means that everything imported from this file is a step (or a workflow).
A value, a class or a re-export is neither, and would be something else in each of the three compiled views. Types may
be exported, because they do not exist at run time.`,
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
  compile_directive_in_component: {
    sample: { directive: 'use step' },
    why: `The scripts of components (\`.vue\`, \`.svelte\`, \`.astro\`) belong to the framework's own compiler, and much of
them runs in browsers, where no workflow can. Without this error the function would be called as any other one, and
nothing of it would be durable.`,
    see: ['directive_in_component'],
  },
  compile_file_outside_build: {
    why: `Files with directives that the application imports join the build of the workflows by themselves. A production
build looks for them before it is written: it follows the imports of the application. A file that only appears while the
application itself is compiled (a name that a plugin makes up, a module that another plugin emits) comes too late. Its
workflows would have ids that no build knows, and their runs would never begin.`,
    see: ['start_not_a_workflow'],
  },
  compile_id_duplicate: {
    sample: { subject: 'Step "charge"', other: 'workflows/order.js:1', packageName: null },
    why: `An id consists of the path of the file from the project root, without the extension, and the name of the
function. Two files that differ only in their extension give the same id, and a run could get the wrong function. In a
package the path begins with the package's name, so two installed versions of a package with steps clash as well.`,
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
    why: `After compiling a file, the compiler checks that no directive is left. A function that kept its directive
would run as ordinary code without anybody noticing. This error is never your mistake. A plain \`async function\` at the
top level of a file is the form that is least likely to be affected.`,
  },
  compile_node_newer: {
    sample: { subject: '"RegExp.escape"', since: 24, oldestNode: 22, chain: '' },
    why: `This is a warning. A run may continue in any process, so the oldest Node counts on which the project runs. Without
\`engines\` in the \`package.json\` that is Node 22.13, the oldest that this package supports. There the name is missing. A
regular expression with flags for a group, \`(?i:a)\`, or with two groups of one name fails when its code runs.`,
    wrong: {
      'workflows/search.ts': code`
        export async function search(term: string, lines: string[]) {
          'use workflow';
          const pattern = new RegExp(RegExp.escape(term), 'i');
          return lines.filter((line) => pattern.test(line));
        }
      `,
    },
    right: {
      'workflows/search.ts': code`
        export async function search(term: string, lines: string[]) {
          'use workflow';
          const wanted = term.toLowerCase();
          return lines.filter((line) => line.toLowerCase().includes(wanted));
        }
      `,
    },
  },
} satisfies Partial<Explanations<typeof compileError>>;
