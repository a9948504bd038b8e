import { trace, type Span } from '@opentelemetry/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { collectTelemetry } from '../runtime/collected-telemetry.ts';
import { WAIT } from '../time-limits.ts';
import { AgentSession, SDKS_AND_REPLAY } from './agent-session.ts';
import { layBench, playAnswer } from './live-answer.ts';

interface Seen {
  name: string;
  attributes: Record<string, unknown>;
  isEnded: boolean;
}

/** A tracer that notes its spans, as a server registers one. */
class NotingTracer {
  readonly spans: Seen[] = [];

  startActiveSpan(name: string, ...rest: unknown[]): unknown {
    const [options] = rest as [{ attributes?: Record<string, unknown> }];
    return (rest.at(-1) as (span: Span) => unknown)(this.startSpan(name, options));
  }

  startSpan(name: string, options: { attributes?: Record<string, unknown> } = {}): Span {
    const seen: Seen = { name, attributes: { ...options.attributes }, isEnded: false };
    this.spans.push(seen);
    const span = {
      setAttribute: (key: string, value: unknown) => (Object.assign(seen.attributes, { [key]: value }), span),
      setAttributes: (attributes: object) => (Object.assign(seen.attributes, attributes), span),
      addEvent: () => span,
      setStatus: () => span,
      updateName: () => span,
      recordException: () => {},
      isRecording: () => true,
      spanContext: () => ({ traceId: '1', spanId: '1', traceFlags: 1 }),
      end: () => void (seen.isEnded = true),
    };
    return span as unknown as Span;
  }
}

/** The trace of each call of a model: its function, and whether the call has ended. */
interface SeenCall {
  functionId: unknown;
  hasEnded: boolean;
}

/** AI SDK 5 and 6 write spans, 7 tells what is registered with it. */
function observe(sdk: number): () => SeenCall[] {
  if (sdk < 7) {
    const tracer = new NotingTracer();
    trace.disable();
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
    return () =>
      tracer.spans
        .filter(({ name }) => name === 'ai.streamText')
        .map(({ attributes, isEnded }) => ({ functionId: attributes['ai.telemetry.functionId'], hasEnded: isEnded }));
  }
  const calls = new Map<unknown, SeenCall>();
  Object.assign(globalThis, {
    AI_SDK_TELEMETRY_INTEGRATIONS: [
      {
        onStart: ({ callId, functionId }: any) => void calls.set(callId, { functionId, hasEnded: false }),
        onEnd: ({ callId }: any) => void Object.assign(calls.get(callId)!, { hasEnded: true }),
      },
    ],
  });
  return () => [...calls.values()];
}

describe.each(SDKS_AND_REPLAY)('with %s', (setting) => {
  let agents: AgentSession;
  beforeAll(async () => {
    agents = await AgentSession.open('answers', setting);
  });
  afterAll(async () => {
    await agents.close();
    trace.disable();
    delete (globalThis as { AI_SDK_TELEMETRY_INTEGRATIONS?: unknown }).AI_SDK_TELEMETRY_INTEGRATIONS;
  });
  beforeEach(() => void layBench());

  const call = { toolCalls: [{ name: 'nap' }] };
  const play = (script: (object | string)[], telemetry?: object) =>
    playAnswer(agents, { script, args: [{}, telemetry ? { experimental_telemetry: telemetry } : {}] });

  test('each call of the model is seen once by the tracer of the server, whatever sleeps and replays come between', async () => {
    const seen = observe(setting.sdk);
    const { result } = await play([call, call, 'Done.'], { isEnabled: true, functionId: 'support' });
    expect(result.text).toBe('Done.');
    expect(seen()).toEqual(Array.from({ length: 3 }, () => ({ functionId: 'support', hasEnded: true })));
  });

  test('a call that is made again is seen again', async () => {
    const seen = observe(setting.sdk);
    await play([{ status: 500, headers: { 'retry-after-ms': '1' } }, 'Done.'], { isEnabled: true });
    expect(seen()).toHaveLength(2);
  });

  test('nothing is seen when telemetry is off', async () => {
    const seen = observe(setting.sdk);
    await play(['Done.'], { isEnabled: false });
    expect(seen()).toEqual([]);
  });

  test('each call of the model is a span of the conventions for generative AI, below that of the agent', async () => {
    trace.disable();
    const collected = collectTelemetry();
    const weather = { toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] };
    const { result } = await play([weather, 'Done.'], { functionId: 'support' });
    expect(result.text).toBe('Done.');
    const chats = await vi.waitUntil(() => {
      const found = collected.spans().filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
      return found.length === 2 && found;
    }, WAIT);
    const spans = collected.spans();
    const agents = spans.filter(({ name }) => name === 'invoke_agent support');
    expect(agents).toHaveLength(2);
    expect(chats.map(({ parentId }) => parentId)).toEqual(agents.map(({ spanId }) => spanId));
    const [first] = chats;
    const model = first!.attributes['gen_ai.request.model'];
    expect(first).toMatchObject({
      name: `chat ${String(model)}`,
      attributes: {
        'gen_ai.provider.name': expect.any(String),
        'gen_ai.agent.name': 'support',
        'gen_ai.conversation.id': agents[0]!.attributes['workflow.run.id'],
        'gen_ai.response.finish_reasons': [expect.stringMatching(/tool.calls/)],
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
      },
    });
    expect(collected.span('execute_tool lookUp')).toMatchObject({
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.call.id': expect.any(String),
        'workflow.step.name': 'lookUp',
      },
    });
    expect(JSON.stringify(spans)).not.toMatch(/Done\.|Oslo/);
    const metrics = await collected.metrics();
    expect(metrics.get('gen_ai.client.operation.duration')).toContainEqual(
      expect.objectContaining({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model }),
    );
    expect(metrics.get('gen_ai.client.token.usage')!.map((point) => point['gen_ai.token.type'])).toEqual(
      expect.arrayContaining(['input', 'output']),
    );
  });

  test('a call of the model that fails says so, and nothing of what was said', async () => {
    trace.disable();
    const collected = collectTelemetry();
    await play([{ status: 500, headers: { 'retry-after-ms': '1' } }, 'Done.']);
    const chats = collected.spans().filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
    expect(chats.map(({ hasFailed }) => hasFailed)).toEqual([true, false]);
    expect(chats[0]!.attributes['error.type']).toEqual(expect.any(String));
  });
});
