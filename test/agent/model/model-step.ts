/** Attempts of the model step as the runtime makes them, on each version of the AI SDK. */
import { createOpenAI as createOpenAI3 } from '@ai-sdk/openai';
import { createAnthropic as createAnthropic3 } from '@ai-sdk/anthropic';
import { createGateway as createGateway6 } from 'ai';
import { createGateway as createGateway5 } from 'ai-5';
import { createGateway as createGateway7 } from 'ai-7';
import { createAnthropic as createAnthropic2 } from 'anthropic-2';
import { createAnthropic as createAnthropic4 } from 'anthropic-4';
import { createOpenAI as createOpenAI2 } from 'openai-2';
import { createOpenAI as createOpenAI4 } from 'openai-4';
import type { ModelCall, ModelOutcome } from '../../../agent/contract/model-call.ts';
import { runModelCall, type AttemptHost } from '../../../agent/model/run-model-call.ts';
import { startModelServer, type ModelServer } from '../../../agent/testing/model-server.ts';
import type { Script } from '../../../agent/testing/script.ts';
import { StepStream } from './step-stream.ts';

type Protocol = 'chat' | 'responses' | 'anthropic' | 'gateway';
type Settings = { baseURL: string; apiKey: string };
type CreateModels = (settings: Settings) => (id: string) => object;

export interface SdkVersion {
  major: number;
  load: AttemptHost['loadSdk'];
  openai: (settings: Settings) => Record<'chat' | 'responses', (id: string) => object>;
  anthropic: CreateModels;
  gateway: CreateModels;
}

// The AI SDK's warnings about unknown models belong to no test.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

export const SDK_VERSIONS: SdkVersion[] = [
  { major: 5, load: () => import('ai-5'), openai: createOpenAI2, anthropic: createAnthropic2, gateway: createGateway5 },
  { major: 6, load: () => import('ai'), openai: createOpenAI3, anthropic: createAnthropic3, gateway: createGateway6 },
  { major: 7, load: () => import('ai-7'), openai: createOpenAI4, anthropic: createAnthropic4, gateway: createGateway7 },
];

/** One model step against a scripted server. */
export class ModelStep {
  readonly stream = new StepStream();
  readonly models: ModelServer;
  readonly #version: SdkVersion;
  readonly #call: Partial<ModelCall>;
  readonly #protocol: Protocol;
  #attempts = 0;
  /** Set in tests that need other hosts. */
  host: Partial<AttemptHost> = {};

  constructor(models: ModelServer, version: SdkVersion, call: Partial<ModelCall>, protocol: Protocol) {
    this.models = models;
    this.#version = version;
    this.#call = call;
    this.#protocol = protocol;
  }

  static async open(
    version: SdkVersion,
    script: Script,
    { protocol = 'chat', ...call }: Partial<ModelCall> & { protocol?: Protocol } = {},
  ): Promise<ModelStep> {
    return new ModelStep(await startModelServer({ script }), version, call, protocol);
  }

  get model(): object {
    const { openai, anthropic, gateway } = this.#version;
    if (this.#protocol === 'anthropic') return anthropic(this.models.anthropic)('test-model');
    if (this.#protocol === 'gateway') return gateway(this.models.gateway)('test/test-model');
    return openai(this.models.openai)[this.#protocol]('test-model');
  }

  async attempt(): Promise<ModelOutcome> {
    this.#attempts += 1;
    const call: ModelCall = {
      model: () => this.model,
      messages: [{ role: 'user', content: 'Tell me about the weather in Berlin.' }],
      tools: [],
      settings: {},
      stepNumber: 0,
      includeRawChunks: false,
      sendReasoning: true,
      sendSources: true,
      maxRetries: 2,
      timeouts: {},
      ...this.#call,
      writable: this.#call.writable === null ? null : this.stream.nextAttempt(),
    };
    const outcome = await runModelCall(call, {
      loadSdk: this.#version.load,
      streams: this.stream,
      attempt: this.#attempts,
      stepId: 'step_1',
      signal: new AbortController().signal,
      environment: {},
      now: () => Date.now(),
      ...this.host,
    });
    this.stream.finish();
    return outcome;
  }

  /** The error of an attempt. */
  async failure(): Promise<Error & Record<string, unknown>> {
    return await this.attempt().then(
      () => {
        throw new Error('It did not fail.');
      },
      (error: unknown) => error as Error & Record<string, unknown>,
    );
  }

  async close(): Promise<void> {
    await this.models.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
