/**
 * One answer, and the processes that give it: each is killed at a place that the test chooses, and another one goes on.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelRequest } from '../../../agent/testing/model-request.ts';
import type { ReplyPoint } from '../../../agent/testing/reply.ts';
import type { World } from '../../../runtime/world/world.ts';
import type { AgentProject } from '../agent-project.ts';
import { AgentProcess, type AgentProcessOptions } from './agent-process.ts';
import { countDeltas } from './answer-stream.ts';
import { AnswerWatch } from './answer-watch.ts';
import { openOutside, type Outside } from './crash-project.ts';
import { BUSY_STEP } from './script.ts';

export interface KilledAnswerOptions {
  project: AgentProject;
  question: string;
  /** For each model step the places at which the attempts of it are held, in turn; later ones are not. */
  holds: readonly (readonly ReplyPoint[])[];
  /** Requests of tools that get no answer, in turn. */
  toolHolds: readonly string[];
  retryAfterMs: number;
}

interface Parts {
  outside: Outside;
  world: World;
  options: AgentProcessOptions;
  process: AgentProcess;
  answer: AnswerWatch;
}

export class KilledAnswer {
  readonly #parts: Parts;
  /** Answers of the model that were held so far. */
  #held = 0;
  #toolsHeld = 0;
  #kills = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async begin({
    project,
    question,
    holds,
    toolHolds,
    retryAfterMs,
  }: KilledAnswerOptions): Promise<KilledAnswer> {
    // The provider is busy at the first attempt of that step.
    const attemptOf = ({ step, attempt }: ModelRequest): number => attempt - 1 - Number(step === BUSY_STEP);
    const script = { holds: (request: ModelRequest) => holds[request.step]?.[attemptOf(request)], retryAfterMs };
    const outside = await openOutside(script, toolHolds);
    const dataDir = await mkdtemp(join(project.dir, 'data-'));
    const world = await project.runtime.createWorld({ kind: 'sqlite', dataDir });
    await world.open();
    const options = { dir: project.dir, dataDir, env: outside.env };
    const process = await AgentProcess.start(options);
    const answer = new AnswerWatch(world, question, await process.ask(question));
    return new KilledAnswer({ outside, world, options, process, answer });
  }

  get kills(): number {
    return this.#kills;
  }

  /** When an answer of the model is held, and what was sent of it is stored. */
  async killWhenModelIsHeld(): Promise<void> {
    const { models } = this.#parts.outside;
    this.#held += 1;
    const { call } = await models.held(this.#held);
    const { step, deltas } = models.requests[call - 1]!;
    await this.#parts.answer.reader.until((chunks) => countDeltas(chunks, step) >= deltas);
    await this.#kill();
  }

  /** When a tool waits for the service, which does not answer. */
  async killWhenToolIsHeld(): Promise<void> {
    this.#toolsHeld += 1;
    await this.#parts.outside.service.held(this.#toolsHeld);
    await this.#kill();
  }

  async killWhenApprovalIsAwaited(): Promise<void> {
    await this.#parts.answer.approvalId();
    await this.#kill();
  }

  async killWhenRetryIsAwaited(): Promise<void> {
    await this.#parts.answer.untilEvents('step_retrying');
    await this.#kill();
  }

  async approve(): Promise<void> {
    this.#parts.process.approve(await this.#parts.answer.approvalId());
  }

  async findFaults(): Promise<unknown[]> {
    return await this.#parts.answer.findFaults(this.#parts.outside);
  }

  async #kill(): Promise<void> {
    const { answer, options, process } = this.#parts;
    await process.kill();
    await answer.noteEnd();
    this.#parts.process = await AgentProcess.start(options);
    this.#kills += 1;
  }

  async close(): Promise<void> {
    const { answer, outside, process, world } = this.#parts;
    answer.reader.close();
    await process.kill();
    await world.close();
    await outside.close();
  }
}
