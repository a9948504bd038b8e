/**
 * The golden agent's project, and the world outside of it: its model, its MCP server, and the addresses that the
 * journals hold.
 */
import type { Script } from '../../../agent/testing/script.ts';
import { type ModelServer, startModelServer } from '../../../agent/testing/model-server.ts';
import type { RunId } from '../../../runtime/contract/ids.ts';
import type { JournalEvent } from '../../../runtime/journal/events.ts';
import { runAgentProject, type RunningProject } from '../agent-project.ts';
import { type Chunk, readProject, textOf } from '../agent-session.ts';
import { startTestServer, type TestServer, TOKEN } from '../mcp/test-server.ts';

/** The journals of the runs by name. */
export type Recordings = Record<string, { runId: RunId; journal: JournalEvent[] }>;

/** This question makes the model fall silent within its first answer. */
export const HANGING_QUESTION = 'Are you there?';
/** The stored address of the model. */
const MODEL_HOST = 'http://models.golden.test';
const REPLIES = [
  {
    text: 'Let me look.',
    toolCalls: [
      { name: 'look', input: { city: 'Oslo' } },
      { name: 'crm_find', input: { name: 'Ada' } },
    ],
  },
  { reasoning: 'It is cheap.', toolCalls: [{ name: 'pay', input: { amount: 7 } }] },
  { toolCalls: [{ name: 'crm_find', input: { name: 'Grace' } }] },
  { text: 'It is paid.' },
];

/** Plays the agent in this process. */
export class GoldenAgent {
  readonly project: RunningProject;
  readonly models: ModelServer;
  readonly #mcp: TestServer;
  readonly #restoreFetch: () => void;

  private constructor(project: RunningProject, models: ModelServer, mcp: TestServer, restoreFetch: () => void) {
    this.project = project;
    this.models = models;
    this.#mcp = mcp;
    this.#restoreFetch = restoreFetch;
  }

  /**
   * @param options `hangs`: the model falls silent where it is asked to; `store`: folder whose store is copied first.
   */
  static async open({ hangs = false, store }: { hangs?: boolean; store?: string } = {}): Promise<GoldenAgent> {
    const models = await startModelServer({ script: scriptOf(hangs) });
    const find = {
      name: 'find',
      annotations: { readOnlyHint: true },
      answer: () => ({ content: [{ type: 'text', text: 'c1' }] }),
    };
    const mcp = await startTestServer({ tools: [find] });
    Object.assign(process.env, { GOLDEN_KEY: 'key-of-the-golden-model', MCP_URL: mcp.url, MCP_TOKEN: TOKEN });
    const restoreFetch = leadTo(models);
    const project = await runAgentProject(await readProject('golden'), { world: 'sqlite', store });
    return new GoldenAgent(project, models, mcp, restoreFetch);
  }

  async start(question: string): Promise<RunId> {
    return (await this.project.start('support', question)).runId as RunId;
  }

  /** The first chunk of this type that the run has written, as soon as it is there. */
  async chunk(runId: RunId, type: string): Promise<Chunk> {
    for await (const chunk of this.project.api.getRun(runId).getReadable<Chunk>())
      if (chunk.type === type) return chunk;
    throw new Error(`The run ended without a chunk of the type ${type}.`);
  }

  /** Allows the payment that the run waits for, and gives what it returns. */
  async approve(runId: RunId): Promise<unknown> {
    const { approvalId } = await this.chunk(runId, 'tool-approval-request');
    await this.project.api.resumeHook(approvalId as string, { approved: true });
    return await this.result(runId);
  }

  /** The text that readers of the stream see. */
  async shownText(runId: RunId): Promise<string> {
    const chunks: Chunk[] = [];
    for await (const chunk of this.project.api.getRun(runId).getReadable<Chunk>()) chunks.push(chunk);
    return textOf(chunks);
  }

  async result(runId: RunId): Promise<unknown> {
    return await this.project.api.getRun(runId).returnValue;
  }

  async close(): Promise<void> {
    this.#restoreFetch();
    await this.models.close();
    await this.project.remove();
    await this.#mcp.close();
  }
}

function scriptOf(hangs: boolean): Script {
  return ({ step, prompt }) => ({
    ...REPLIES[step]!,
    ...(hangs && prompt.includes(HANGING_QUESTION) && { hangAfter: 2 }),
  });
}

/** Leads requests to the stored address to this server. Returns what takes it back. */
function leadTo(models: ModelServer): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    fetch(typeof input === 'string' ? input.replace(MODEL_HOST, models.url) : input, init);
  return () => void (globalThis.fetch = fetch);
}
