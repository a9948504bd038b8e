/** An application that traces: spans are made and gathered in batches, and the exporter drops them. */
import { isMainThread } from 'node:worker_threads';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BatchSpanProcessor, InMemorySpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';

/** Takes spans and forgets them. */
class Nowhere extends InMemorySpanExporter {
  override export(...batch: Parameters<InMemorySpanExporter['export']>): void {
    super.export(...batch);
    this.reset();
  }
}

// The threads of the store have it, too, because they begin like their process.
if (isMainThread) {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: new Nowhere() })] }),
  );
}
