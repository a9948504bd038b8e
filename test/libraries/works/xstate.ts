import { assign, createActor, setup } from 'xstate';
import { echo } from '../echo.ts';

const machine = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'pay' } | { type: 'ship' } },
}).createMachine({
  initial: 'open',
  context: { count: 0 },
  states: {
    open: { on: { pay: { target: 'paid', actions: assign({ count: ({ context }) => context.count + 1 }) } } },
    paid: { on: { ship: 'done' } },
    done: { type: 'final' },
  },
});

export async function program() {
  'use workflow';
  const actor = createActor(machine);
  actor.start();
  actor.send({ type: 'pay' });
  const stored = await echo(actor.getPersistedSnapshot());
  const again = createActor(machine, { snapshot: stored }).start();
  again.send({ type: 'ship' });
  return [
    actor.getSnapshot().value,
    actor.getSnapshot().context,
    again.getSnapshot().value,
    again.getSnapshot().status,
  ];
}
