import { start } from 'workflow/api';

/** Answers whether a step sees the state and the classes of the caller, and the caller those of the step. */
export async function visit(workflow, { state, Money }) {
  state.calls++;
  const { seen, money } = await (await start(workflow, [new Money(20)])).returnValue;
  return JSON.stringify({ ...seen, calls: state.calls, isBack: money instanceof Money && Money.cents(money) === 21 });
}
