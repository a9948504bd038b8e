import { expect, test } from 'vitest';
import { createCodec } from '../values/codec.ts';
import { hostSignals, RunSignals } from './signal-values.ts';
import { stepContext, type StepContext } from './step-context.ts';

const codec = createCodec({ signals: hostSignals });
const stored = '[["AbortSignal",1],{"aborted":2,"source":3},false,{"run":4,"signal":5},"wrun_1",0]';
const decodeIn = (runId: string, signals: RunSignals): AbortSignal =>
  stepContext.run({ runId, signals } as unknown as StepContext, () => codec.decode(stored) as AbortSignal);

test('attempts see the abort with what the workflow gave as the reason, also when they begin later', () => {
  const signals = new RunSignals(codec.decode);
  const first = decodeIn('wrun_1', signals);
  expect(first.aborted).toBe(false);
  signals.abort(0, codec.encode(new RangeError('enough')));
  expect(first.reason).toBeInstanceOf(RangeError);
  expect(decodeIn('wrun_1', signals)).toMatchObject({ aborted: true, reason: { message: 'enough' } });
});

test('a signal is passed on as what it stands for, also by a run that does not hear of its abort', () => {
  const signals = new RunSignals(codec.decode);
  const elsewhere = decodeIn('wrun_2', signals);
  signals.abort(0, codec.encode('stop'));
  expect(elsewhere.aborted).toBe(false);
  expect(codec.encode(elsewhere)).toBe(stored);
});

test('a reason that cannot be read does not keep steps from being aborted', () => {
  const signals = new RunSignals(codec.decode);
  const signal = decodeIn('wrun_1', signals);
  signals.abort(0, '[["Instance",1],{"class":2,"data":2},"class//gone"]');
  expect(signal).toMatchObject({ aborted: true, reason: { code: 'value_class_unknown' } });
});
