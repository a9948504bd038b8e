/** Plays the workflows of a project against a scripted model. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as ai from 'ai';
import { type ModelServer, startModelServer } from '../../agent/testing/model-server.ts';
import type { Script } from '../../agent/testing/script.ts';
import { chosenVersions } from '../chosen-versions.ts';
import { runAgentProject, type RunningProject, type SdkMajor } from './agent-project.ts';

// The AI SDK's warnings about unknown models belong to no test.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** How the workflows run. */
export interface Setting {
  sdk: SdkMajor;
  /** At each suspension the workflow begins anew and gets what is recorded. */
  isReplaying: boolean;
  toString(): string;
}

const setting = (sdk: SdkMajor, isReplaying = false): Setting => ({
  sdk,
  isReplaying,
  toString: () => `ai ${sdk}${isReplaying ? ', replaying' : ''}`,
});

export const SDKS: Setting[] = Object.values(
  chosenVersions({ 5: setting(5), 6: setting(6), 7: setting(7) }, 'AI_SDKS'),
);
/** For what does not depend on the version of the AI SDK. */
export const LIVE_AND_REPLAY: Setting[] = [setting(6), setting(6, true)];
/** Replaying with one version: replays do not depend on it. */
export const SDKS_AND_REPLAY: Setting[] = SDKS.flatMap((live) => (live.sdk === 6 ? LIVE_AND_REPLAY : live));

/** The AI SDK as a client of this version has it. */
export async function importSdk({ sdk }: Setting): Promise<typeof ai> {
  return (await (sdk === 5 ? import('ai-5') : sdk === 6 ? import('ai') : import('ai-7'))) as typeof ai;
}

/** A chunk of any kind. */
export type Chunk = { type: string } & Record<string, any>;

/** The outcome of a run. */
export interface Played {
  chunks: Chunk[];
  /** The return value of the workflow; `undefined` when it failed. */
  result: any;
  /** The error of the workflow. */
  error: any;
  models: ModelServer;
}

export class AgentSession {
  readonly project: RunningProject;
  readonly #models: ModelServer[] = [];

  constructor(project: RunningProject) {
    this.project = project;
  }

  /** @param name Of a folder in `projects`. */
  static async open(
    name: string,
    { sdk, isReplaying }: Setting,
    world: 'memory' | 'sqlite' = 'memory',
  ): Promise<AgentSession> {
    process.env['WORKFLOW_LIVE_RUNS'] = isReplaying ? '0' : '1000';
    return new AgentSession(await runAgentProject(await readProject(name), { sdk, world }));
  }

  /** A server that the models of the project find. */
  async serve(script: Script): Promise<ModelServer> {
    const models = await startModelServer({ script });
    this.#models.push(models);
    process.env['MODEL_URL'] = models.url;
    return models;
  }

  /** Runs a workflow to its end. */
  async play(script: Script, workflow: string, ...args: unknown[]): Promise<Played> {
    const models = await this.serve(script);
    const run = await this.project.start(workflow, ...args);
    const ending = run.returnValue.then(
      (result) => ({ result, error: undefined }),
      (error: unknown) => ({ result: undefined, error }),
    );
    const chunks: Chunk[] = [];
    for await (const chunk of run.getReadable<Chunk>()) chunks.push(chunk);
    return { chunks, models, ...(await ending) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#models.map((models) => models.close()));
    await this.project.remove();
  }
}

/** The files of a folder in `projects`. */
export async function readProject(name: string): Promise<Record<string, string>> {
  const folder = join(import.meta.dirname, 'projects', name);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(files.map((file, index) => [file.slice(folder.length + 1), contents[index]!]));
}

/** The text that readers of the chunks see. */
export const textOf = (chunks: readonly Chunk[]): string =>
  chunks.map(({ type, delta }) => (type === 'text-delta' ? String(delta) : '')).join('');

export const typesOf = (chunks: readonly Chunk[]): string[] => chunks.map(({ type }) => type);

/** The messages that a client shows after these chunks. */
export async function foldChunks(setting: Setting, chunks: readonly Chunk[]): Promise<any[]> {
  const { readUIMessageStream } = await importSdk(setting);
  const messages = new Map<string, unknown>();
  const errors: unknown[] = [];
  const folded = readUIMessageStream({ stream: toStream(chunks), onError: (error) => void errors.push(error) });
  for await (const message of folded) messages.set(message.id, message);
  if (errors.length > 0) throw new AggregateError(errors, 'The client refused the chunks.');
  return [...messages.values()];
}

const toStream = (chunks: readonly Chunk[]): ReadableStream<ai.UIMessageChunk> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk as ai.UIMessageChunk);
      controller.close();
    },
  });
