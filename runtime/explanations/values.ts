/** The explanations of the errors about values: arguments, results, payloads, chunks. */
import { createValueError } from '../values/messages.ts';
import { code, explainCatalogue, type Area } from '../contract/explanation.ts';
import { classExplanations } from './value-classes.ts';

/** Errors of `runtime/values`. */
export const valuesArea: Area = {
  title: 'Values',
  about:
    'Arguments, results, payloads and chunks are copied between the application, workflows and steps. The message names the path to what cannot be: `args[0].user.socket`.',
  errors: explainCatalogue(createValueError, {
    value_not_serializable: {
      sample: {
        path: 'args[0].onDone',
        found: 'a function "onDone"',
        fix: 'pass the data it needs instead, or make it a step ("use step").',
      },
      why: `A value that passes between workflow and steps is stored in the journal and made again from it, perhaps in
another process and after days. That works for data; a function, a promise, a symbol or an object with a connection
inside cannot be stored. It is refused at the call, and nothing was called. For an instance of a class of yours, the
class can say how it is stored.`,
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
      why: `The value has a getter or is a proxy, and reading it threw. To store a value all of its fields are read,
also those that the code would not have touched; objects of database libraries often load more when they are read.`,
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
      why: `Storing a value goes down into it, level by level, and the stack ended first. That takes thousands of
levels: a linked list, or a tree in which each node holds the next. Width does not matter, and cycles are fine.`,
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
    value_body_unread: {
      sample: { path: 'args[0]', kind: 'Response' },
      why: `The body of this \`Request\` or \`Response\` comes from a stream, so its bytes are there only after
waiting. Workflow code stores what it passes at once, because what it asks for must be in the journal before anything
else happens. Steps may return such values: there is time to read them.`,
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
      why: `A body can be read once. This one was read already, or somebody holds a reader on it, so there is nothing
left to store.`,
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
      why: `A stream passes as a reference to a stream of a run, and this one belongs to none. In a step a
\`ReadableStream\` may be returned: what it gives is stored in the run. Elsewhere, in a call of \`start()\` or in
workflow code, there is no run that would hold it.`,
      wrong: code`
        await start(importFile, [request.body]);
      `,
      right: code`
        await start(importFile, [await request.text()]);
      `,
      see: ['streams', 'values'],
    },
    value_stream_in_workflow: {
      why: `What a workflow gets from outside has to be in the journal, and the chunks of a stream are not. In a
workflow a stream is a handle, which steps can read.`,
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
      why: `Each chunk is stored with the attempt of a step, or the turn of a workflow, that wrote it, so that a crash
neither loses nor doubles one. Code outside of runs has neither: it was given the handle, for instance as the result of a
run, and can pass it on but not write to it.`,
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
      why: `The stored value holds something that only runs and steps can use, such as a step function or a stream,
and was read where there is no run: in a tool that looks at a journal, for instance.`,
      see: ['values', 'streams'],
    },
    value_payload_invalid: {
      sample: { reason: 'it is not JSON, or was cut off' },
      why: `The text in the store is not what this package writes. It was changed by other means, or written by a
newer version of the package that knows a form which this one does not.`,
      see: ['journal_invalid', 'world_schema_newer'],
    },
    value_stored_missing: {
      sample: { run: 'wrun_01K6Z3V0Q8W5T2N4M7R9B1C3D5', stream: '$list:messages' },
      why: `The step was called with values of a list that the run stores once, so that a step that is called again and
again with them costs nothing. They are read when the step begins, and were not there: the run was deleted at that
moment, or somebody changed the store. Values of a list are never removed while their run is there.`,
      see: ['values', 'value_payload_invalid'],
    },
    duration_invalid: {
      sample: { found: '"3 weaks"' },
      why: `Lengths of time are milliseconds, texts with a unit, or, where a point in time makes sense, a \`Date\`.
Text that cannot be read, a negative number and an invalid \`Date\` are refused: a sleep of the wrong length would be
noticed late.`,
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
