/** A worker that writes its spans to a file as they end. Its environment names the store and the file. */
import { appendFileSync } from 'node:fs';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { getWorld, registerBuild } from '../../runtime/entries/runtime.ts';
import { buildFromFunctions, type TestCode } from '../runtime/build-from-functions.ts';
import { toSeen } from '../runtime/seen-span.ts';

const processor: SpanProcessor = {
  onStart() {},
  onEnd: (span) => appendFileSync(process.env['SPANS_FILE']!, `${JSON.stringify(toSeen(span))}\n`),
  forceFlush: async () => {},
  shutdown: async () => {},
};
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));

const CODE: TestCode = {
  workflows: {
    main: async ({ step, sleep, startChild }) => {
      await step('before')();
      await sleep('1h');
      await step('hang')();
      const child = await startChild({ workflowId: 'workflow//./test//child' }, []);
      return await child.returnValue;
    },
    child: async ({ step }) => await step('after')(),
  },
  steps: {
    before: () => 1,
    after: () => 2,
    hang: async () => {
      process.send!('hangs');
      if (process.env['HANGS']) await new Promise(() => {});
    },
  },
};

process.once('disconnect', () => process.exit());
await registerBuild(buildFromFunctions(CODE));
await getWorld().start();
