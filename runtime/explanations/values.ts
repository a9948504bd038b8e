/** The explanations of the errors about values: arguments, results, payloads, chunks. */
import { createValueError } from '../values/messages.ts';
import { code, explainCatalogue, type Area } from '../contract/explanation.ts';
import { classExplanations } from './value-classes.ts';

/** Errors of `runtime/values`. */
export const valuesArea: Area = {
  title: 'Values',
  about:
    'Arguments, results, payloads and chunks are copied between the application, workflows and steps. The message names the path to the part that cannot be copied: `args[0].user.socket`.',
  errors: explainCatalogue(createValueError, {
    value_not_serializable: {
      sample: {
        path: 'args[0].onDone',
        found: 'a function "onDone"',
        fix: 'pass the data it needs instead, or make it a step ("use step").',
      },
      why: `A value that is passed between workflow and steps is stored in the journal and restored from it, perhaps in another
process and days later. That works for data. A function, a promise, a symbol or an object with a connection cannot be stored.
The value is refused at the call, and nothing was called. Your own classes can define how their instances are stored.`,
      wrong: code`
        export async function order(orderId: string) {
          'use workflow';
          await charge({ orderId, onDone: () => console.log('done') });
        }

        async function charge(job: { orderId: string; onDone: () => void }) {
          'use step';
          job.onDone();
        }
      `,
      right: code`
        export async function order(orderId: string) {
          'use workflow';
          await charge({ orderId });
          console.log('done');
        }

        async function charge(job: { orderId: string }) {
          'use step';
          return job.orderId;
        }
      `,
      see: ['values', 'value_class_unregistered'],
    },
    value_read_failed: {
      sample: { path: 'result.total', reason: 'the connection is closed' },
      why: `The value has a getter or is a proxy, and reading it threw. To store a value, all of its fields are read, even fields
that the code never uses; objects of database libraries often load more data when they are read.`,
      wrong: code`
        async function load(id: string) {
          'use step';
          return await database.find(id); // "total" is a getter that asks the database
        }
      `,
      right: code`
        async function load(id: string) {
          'use step';
          const order = await database.find(id);
          return { id, total: order.total };
        }
      `,
      see: ['values'],
    },
    value_too_deep: {
      sample: { what: 'result' },
      why: `A value is stored level by level, and the stack overflowed. That takes thousands of levels: a linked list, or a tree in
which each node holds the next. Width does not matter, and cycles are fine.`,
      wrong: code`
        type Row = { next: Row | null };

        async function chain() {
          'use step';
          let first: Row | null = null;
          for (let i = 0; i < 100_000; i++) first = { next: first };
          return first;
        }
      `,
      right: code`
        async function rows() {
          'use step';
          return Array.from({ length: 100_000 }, (_, id) => ({ id }));
        }
      `,
      see: ['values'],
    },
    value_too_large: {
      sample: { whole: 'The result of step "report"', bytesMax: 67_108_864 },
      why: `Arguments, results, chunks and payloads are kept in the journal of their run, read again at every replay, and copied
between threads. So a single one has a limit: 64 MB, or \`WORKFLOW_VALUE_MB\`. A step whose result is larger fails at
once, because another attempt would give the same. A run whose code passes a larger value fails, too.`,
      wrong: code`
        async function report() {
          'use step';
          return 'x'.repeat(100_000_000);
        }
      `,
      right: code`
        import { writeFile } from 'node:fs/promises';

        async function report(id: string) {
          'use step';
          const path = \`/data/reports/\${id}.txt\`;
          await writeFile(path, 'x'.repeat(100_000_000));
          return path;
        }
      `,
      see: ['values'],
    },
    value_body_unread: {
      sample: { path: 'args[0]', kind: 'Response' },
      why: `The body of this \`Request\` or \`Response\` comes from a stream, so its bytes must be awaited. Workflow code stores the
values that it passes at once, because its requests must be in the journal before anything else happens. Steps can return such
values, because their results can be awaited.`,
      wrong: code`
        export async function report(text: string) {
          'use workflow';
          await publish(new Response(ReadableStream.from(['<p>', text])));
        }

        async function publish(page: Response) {
          'use step';
          return page.status;
        }
      `,
      right: code`
        export async function report(text: string) {
          'use workflow';
          await publish(new Response('<p>' + text));
        }

        async function publish(page: Response) {
          'use step';
          return page.status;
        }
      `,
      see: ['values', 'value_body_used'],
    },
    value_body_used: {
      sample: { path: 'result', kind: 'Response' },
      why: `A body can be read only once. This one was read already, or is locked by a reader, so it cannot be stored.`,
      wrong: code`
        async function load(url: string) {
          'use step';
          const response = await fetch(url);
          console.log(await response.text());
          return response;
        }
      `,
      right: code`
        async function load(url: string) {
          'use step';
          const response = await fetch(url);
          console.log(await response.clone().text());
          return response;
        }
      `,
      see: ['values', 'value_body_unread'],
    },
    value_stream_foreign: {
      sample: { path: 'args[0]', kind: 'ReadableStream' },
      why: `A stream is passed as a reference to a stream of a run, and this one belongs to no run. A step can return a
\`ReadableStream\`: its content is then stored in the run. In a call of \`start()\` or in workflow code there is no run that could
store it.`,
      wrong: code`
        await start(importFile, [request.body]);
      `,
      right: code`
        await start(importFile, [await request.text()]);
      `,
      see: ['streams', 'values'],
    },
    value_controller_copy: {
      why: `An \`AbortController\` that is passed to a step or to a run becomes a copy there: its signal follows the original.
The copy cannot abort the original, because that belongs to code that may run elsewhere, or has run before.`,
      wrong: code`
        async function search(text: string, controller: AbortController) {
          'use step';
          const hit = await lookFor(text);
          if (hit) controller.abort();
          return hit;
        }
      `,
      right: code`
        async function search(text: string, signal: AbortSignal) {
          'use step';
          return await lookFor(text, { signal });
        }

        export async function first(texts: string[]) {
          'use workflow';
          const controller = new AbortController();
          const hit = await Promise.any(texts.map((text) => search(text, controller.signal)));
          controller.abort();
          return hit;
        }
      `,
      see: ['values'],
    },
    value_buffer_method: {
      sample: { call: 'toString("utf16le")' },
      why: `Workflow code has no \`Buffer\`. A Buffer that a step returns comes as its bytes, with those methods of Buffer that
\`Uint8Array\` has too, because they would answer otherwise without a word. This call is one that only Node can answer.`,
      wrong: code`
        export async function greet(id: string) {
          'use workflow';
          const bytes = await load(id);
          return bytes.toString('utf16le');
        }
      `,
      right: code`
        export async function greet(id: string) {
          'use workflow';
          const bytes = await load(id);
          return new TextDecoder('utf-16le').decode(bytes);
        }
      `,
      see: ['values'],
    },
    value_stream_in_workflow: {
      why: `All input of a workflow must be in the journal, but the chunks of a stream are not. In a workflow a stream is only a
handle, which steps can read.`,
      wrong: code`
        export async function summary(pages: ReadableStream<string>) {
          'use workflow';
          for await (const page of pages) console.log(page);
        }
      `,
      right: code`
        export async function summary(pages: ReadableStream<string>) {
          'use workflow';
          return await countPages(pages);
        }

        async function countPages(pages: ReadableStream<string>) {
          'use step';
          return (await Array.fromAsync(pages)).length;
        }
      `,
      see: ['streams'],
    },
    value_stream_outside: {
      sample: { stream: 'log' },
      why: `Each chunk is stored with the attempt of a step or the turn of a workflow that wrote it, so that a crash neither loses
nor duplicates it. Code outside runs has neither. It may have the handle, for instance as the result of a run, and can pass it
on but not write to it.`,
      wrong: code`
        const log = (await run.returnValue) as WritableStream<string>;
        await log.getWriter().write('done');
      `,
      right: code`
        async function writeDone(log: WritableStream<string>) {
          'use step';
          await log.getWriter().write('done');
        }
      `,
      see: ['streams'],
    },
    ...classExplanations,
    value_reference_unsupported: {
      sample: { kind: 'stream' },
      why: `The stored value contains something that only runs and steps can use, such as a step function or a stream, and was read
outside a run, for instance by a tool that inspects a journal.`,
      see: ['values', 'streams'],
    },
    value_payload_invalid: {
      sample: { reason: 'it is not JSON, or was cut off' },
      why: `This version of the package cannot read the text in the store. The text was changed by other means, or written by a
newer version in a form that this version does not know.`,
      see: ['journal_invalid', 'world_schema_newer'],
    },
    value_stored_missing: {
      sample: { run: 'wrun_01K6Z3V0Q8W5T2N4M7R9B1C3D5', stream: '$list:messages' },
      why: `The step was called with values of a list that the run stores once, so that passing them repeatedly costs nothing. They
are read when the step begins, and were missing: the run was deleted at that moment, or the store was changed by other means.
Values of a list are never removed while their run exists.`,
      see: ['values', 'value_payload_invalid'],
    },
    duration_invalid: {
      sample: { found: '"3 weaks"' },
      why: `Lengths of time are milliseconds, text with a unit, or, where a point in time makes sense, a \`Date\`. Unreadable text,
negative numbers and invalid dates are refused, because a sleep of the wrong length would be noticed late.`,
      wrong: code`
        import { sleep } from 'workflow';

        export async function reminder() {
          'use workflow';
          await sleep('3 weaks');
        }
      `,
      right: code`
        import { sleep } from 'workflow';

        export async function reminder() {
          'use workflow';
          await sleep('3 weeks');
        }
      `,
      see: ['waiting', 'starting'],
    },
  }),
};
