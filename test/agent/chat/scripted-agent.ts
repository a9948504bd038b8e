/** A workflow that behaves to the outside as an agent does, and writes what a test says. */
import { getWritable } from '../../../runtime/entries/workflow.ts';
import type { TestCode } from '../../runtime/build-from-functions.ts';

export type TestChunk = { type: string } & Record<string, unknown>;

/** The acts of the agent, one after the other. */
export type Act =
  | { write: TestChunk[] }
  /** Goes on when the test releases this name. */
  | { hold: string }
  /** Writes and fails; the next attempt writes something else. */
  | { attempts: TestChunk[][]; hold?: string }
  /** Asks, waits, and goes on with one or the other. */
  | { ask: string; toolCallId: string; request: TestChunk[]; approved: TestChunk[]; denied: TestChunk[] }
  /** Asks for two approvals at once, and looks at the second answer when the test releases `second`. */
  | { askBoth: [string, string] }
  /** Waits for messages of the control hook, until one is of this type. */
  | { listenUntil: string; write?: TestChunk[] }
  | { fail: string };

export class Gates {
  readonly #gates = new Map<string, PromiseWithResolvers<void>>();
  readonly #reached = new Map<string, PromiseWithResolvers<void>>();

  release(name: string): void {
    this.#of(this.#gates, name).resolve();
  }

  /** Resolves when the agent waits there. */
  async reached(name: string): Promise<void> {
    await this.#of(this.#reached, name).promise;
  }

  async wait(name: string): Promise<void> {
    this.#of(this.#reached, name).resolve();
    await this.#of(this.#gates, name).promise;
  }

  #of(gates: Map<string, PromiseWithResolvers<void>>, name: string): PromiseWithResolvers<void> {
    const gate = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, gate);
    return gate;
  }
}

async function writeAll(chunks: TestChunk[]): Promise<void> {
  const writer = getWritable().getWriter();
  for (const chunk of chunks) await writer.write(chunk);
  writer.releaseLock();
}

/**
 * `talk` takes the acts of a run as its argument. Attempts that fail do so once their gate is open, if there is one.
 */
export function scriptedAgent(gates: Gates): TestCode {
  let attempt = 0;
  return {
    workflows: {
      talk: async ({ step, createHook }, { acts }: { acts: any[] }) => {
        const heard: unknown[] = [];
        const control = createHook({ metadata: { agent: 'control', messageId: 'm1' } });
        for (const act of acts) {
          if ('listenUntil' in act) {
            for await (const message of control) {
              heard.push(message);
              if ((message as { type: string }).type === act.listenUntil) break;
            }
          }
          if (act.write) await step('write')(act.write);
          if (act.attempts) await step('attempts')(act);
          else if (act.hold) await step('hold')(act.hold);
          if (act.ask) {
            const { ask, toolCallId } = act;
            const approvalId = `m1:${toolCallId}`;
            const metadata = { agent: 'approval', messageId: 'm1', approvalId, toolCallId, toolName: 'refund' };
            const hook = createHook({ token: ask, metadata, once: true });
            await step('write')(act.request);
            const answer = (await hook) as { approved: boolean };
            heard.push(answer);
            await step('write')(answer.approved ? act.approved : act.denied);
          }
          if (act.askBoth) {
            const hooks = act.askBoth.map((token: string) =>
              createHook({
                token,
                once: true,
                metadata: {
                  agent: 'approval',
                  messageId: 'm1',
                  approvalId: token,
                  toolCallId: token,
                  toolName: 'refund',
                },
              }),
            );
            for (const token of act.askBoth) {
              const call = { toolCallId: token, toolName: 'refund', input: {} };
              await step('write')([{ type: 'tool-input-available', ...call }]);
            }
            await step('write')(
              act.askBoth.map((token: string) => ({
                type: 'tool-approval-request',
                approvalId: token,
                toolCallId: token,
              })),
            );
            for (const [at, hook] of hooks.entries()) {
              if (at === 1) await step('hold')('second');
              await hook;
              await step('write')([{ type: 'tool-output-available', toolCallId: act.askBoth[at], output: 'refunded' }]);
            }
          }
          if (act.fail) throw new Error(act.fail);
        }
        control.dispose();
        return heard;
      },
    },
    steps: {
      write: writeAll,
      hold: (name: string) => gates.wait(name),
      attempts: async ({ attempts, hold }: { attempts: TestChunk[][]; hold?: string }) => {
        const chunks = attempts[attempt]!;
        attempt += 1;
        await writeAll(chunks);
        if (attempt === attempts.length) return;
        if (hold !== undefined) await gates.wait(hold);
        throw new Error('the connection to the model broke off');
      },
    },
  };
}

export const begin = (id = 'm1'): TestChunk[] => [{ type: 'start', messageId: id }, { type: 'start-step' }];
export const text = (id: string, ...deltas: string[]): TestChunk[] => [
  { type: 'text-start', id },
  ...deltas.map((delta) => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];
export const finish = (finishReason = 'stop'): TestChunk[] => [
  { type: 'finish-step' },
  { type: 'finish', finishReason },
];
export const toolCall = (toolCallId: string, input: unknown = { order: 7 }): TestChunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName: 'refund',
  input,
});
