/** What the model says without a key: by what it is asked, and how many answers it has given to that already. */
import type { ModelRequest, ScriptRule, TurnFields } from 'workflow/agent/testing';

/** About as fast as people read. */
const delayMs = { first: 400, between: 30 };
const say = (text: string): TurnFields => ({ text, delayMs });
const call = (text: string, name: string, input: unknown): TurnFields => ({
  ...(text !== '' && say(text)),
  toolCalls: [{ name, input }],
});

const orderIdOf = ({ prompt }: ModelRequest): number => Number(prompt.match(/\d+/)?.[0] ?? 0);

interface Order {
  orderId: number;
  article: string;
  paid: number;
  parcel: string;
}

/** What a tool gave, anywhere in the conversation. */
function resultOf({ messages }: ModelRequest, name: string): unknown {
  const results = messages.flatMap(({ toolResults }) => toolResults);
  return results.findLast((result) => result.name === name)?.output;
}

const orderOf = (request: ModelRequest): Order => resultOf(request, 'findOrder') as Order;

const lookUp = (request: ModelRequest): TurnFields =>
  call('Let me look that up.', 'findOrder', { orderId: orderIdOf(request) });

const track = /where|track|deliver/i;
const payBack = /back|refund|broken/i;

export const script: ScriptRule[] = [
  { when: { prompt: track, step: 0 }, reply: lookUp },
  { when: { prompt: payBack, step: 0 }, reply: lookUp },
  {
    when: ({ prompt, step, toolResults }) =>
      step === 1 && (track.test(prompt) || payBack.test(prompt)) && typeof toolResults[0]?.output === 'string',
    reply: ({ toolResults }) => say(`${String(toolResults[0]?.output)} Try 1042 or 1043.`),
  },
  {
    when: { prompt: track, step: 1 },
    reply: (request) => call('', 'trackParcel', { parcel: orderOf(request).parcel }),
  },
  {
    when: { prompt: track, step: 2 },
    reply(request) {
      const { article } = orderOf(request);
      const { place, expected } = resultOf(request, 'trackParcel') as { place: string; expected: string };
      return say(`The parcel with “${article}” was last seen in ${place}. It is expected ${expected}.`);
    },
  },
  {
    when: { prompt: payBack, step: 1 },
    reply(request) {
      const { orderId, article, paid } = orderOf(request);
      return call(`They paid €${paid.toFixed(2)} for “${article}”. I need your approval to pay it back.`, 'refund', {
        orderId,
        amount: paid,
      });
    },
  },
  {
    when: { prompt: payBack, step: 2 },
    reply({ toolResults: [result] }) {
      const { paidBack } = Object(result?.output) as { paidBack?: number };
      if (paidBack !== undefined) return say(`Done: €${paidBack.toFixed(2)} are on their way back.`);
      return say(`I have paid nothing back. What I was told: ${String(result?.output)}`);
    },
  },
  {
    when: { prompt: /left|stock|warehouse/i, step: 0 },
    reply: call('I ask the warehouse; that takes up to twenty seconds.', 'askWarehouse', { article: 'Blue mug' }),
  },
  {
    when: { prompt: /left|stock|warehouse/i, step: 1 },
    reply: ({ toolResults }) => say(`The warehouse says: ${String(toolResults[0]?.output)}`),
  },
  {
    when: /terms/i,
    reply: say(
      'Here is what we promise to everybody who buys from us.\n\n' +
        'Parcels leave the house on the day of the order when it comes before two in the afternoon, and on the next working day ' +
        'when it comes later. Most of them arrive within two days, those to islands and mountains within four.\n\n' +
        'Whoever does not like what is in the parcel sends it back within thirty days, for any reason or none, and we pay for ' +
        'the way back. What arrives broken is replaced or paid back, as the customer likes it better; a photograph is enough, ' +
        'and nobody has to send us the pieces.\n\n' +
        'Mugs and pots have a guarantee of five years. It covers handles that come off, glaze that cracks, and lids that do ' +
        'not fit any more. It does not cover what cats do.\n\n' +
        'That was all of it. Shall I turn it into a letter?',
    ),
  },
  {
    when: () => true,
    reply: say(
      'Without a key I follow a script: ask me where order 1042 is, to pay it back, how many mugs are left, or for our terms.',
    ),
  },
];
