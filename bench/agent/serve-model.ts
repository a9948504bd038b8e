/**
 * The scripted model, in a process of its own: it answers at once, and calls a tool in each round of a talk but the
 * last.
 */
import { startModelServer } from '../../agent/testing/model-server.ts';

const models = await startModelServer({
  script({ messages, step, tools }) {
    const rounds = Number(/^Rounds: (\d+)\./.exec(messages[0]!.text)?.[1]);
    if (tools.length === 0 || step + 1 >= rounds) return 'That is all there is to say.';
    return { text: 'I add one more to it.', toolCalls: [{ name: 'add', input: { one: step, other: 1 } }] };
  },
});
process.once('disconnect', () => process.exit());
process.send!(models.openai.baseURL);
