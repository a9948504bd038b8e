import { expect, test } from 'vitest';
import { LAYERS, type Layer } from '../contract/layers.ts';
import {
  loadStepFiles,
  markWorkflow,
  registerClass,
  registerErrorClass,
  registerStep,
  registryOf,
} from '../entries/compiled.ts';
import { hostClasses } from './host-classes.ts';
import { hostErrors } from './host-errors.ts';
import { withReceiver, receiverOf } from './receiver.ts';
import { type StepContext, stepContext } from './step-context.ts';

const CLASS = 'class//./layers.test//Money';
const ERROR = 'class//./layers.test//Denied';
const FLOW = 'workflow//./layers.test//flow';
const STEP = 'step//./layers.test//pay';

/**
 * A layer that has evaluated a file with a class, a class of errors and a step, as a generated module makes it.
 * @param layer Default: one that bundlers make, which is in use at once.
 */
function evaluateLayer(layer = useNewLayer()) {
  const code = {
    Money: class {
      readonly cents = 1;
    },
    Denied: class extends Error {},
    pay: async () => layer,
    flow: () => {},
  };
  const registry = registryOf(layer);
  registry.markWorkflow(FLOW, code.flow);
  registry.registerClass(CLASS, code.Money);
  layer.errors.set(ERROR, code.Denied);
  const list = {
    version: '',
    files: [{ file: 'pay.ts', stepNames: [STEP], load: async () => registry.registerStep(STEP, code.pay) }],
  };
  return {
    ...code,
    layer,
    load: async () => (await registry.loadStepFiles(list, null)).get(STEP)!,
  };
}

function useNewLayer(): Layer {
  const layer: Layer = { errors: new Map() };
  const holder = globalThis as { [key: symbol]: Set<Layer> | undefined };
  (holder[Symbol.for(LAYERS)] ??= new Set()).add(layer);
  return layer;
}

test('steps run in the code of their layer, whichever other layer evaluates the same file later', async () => {
  const [first, second] = [evaluateLayer(), evaluateLayer()];
  const step = await first.load();
  await second.load();
  registerStep(STEP, async () => null);
  expect(step).toMatchObject({ fn: first.pay, layer: first.layer });
  expect(await first.load()).toEqual(step);
  const elsewhere = { version: '', files: [{ file: 'pay.ts', stepNames: [STEP], load: async () => {} }] };
  expect((await loadStepFiles(elsewhere, null)).get(STEP)).not.toHaveProperty('layer');
});

test('a step gets instances and errors of its own layer, and those of all layers can be stored', () => {
  const [first, second] = [evaluateLayer(), evaluateLayer()];
  for (const { layer, Money, Denied } of [first, second]) {
    const found = stepContext.run({ layer } as StepContext, () => [hostClasses.get(CLASS), hostErrors.get(ERROR)]);
    expect(found).toEqual([Money, Denied]);
    expect([hostClasses.idOf(Money), hostErrors.idOf(Denied)]).toEqual([CLASS, ERROR]);
  }
  // The application has the newest.
  expect([hostClasses.get(CLASS), hostErrors.get(ERROR)]).toEqual([second.Money, second.Denied]);
});

test('the classes of a layer that is not in use are for its own steps', () => {
  const [now, old] = [evaluateLayer(), evaluateLayer({ errors: new Map() })];
  const found = () => [hostClasses.get(CLASS), hostErrors.get(ERROR)];
  expect(found()).toEqual([now.Money, now.Denied]);
  expect(stepContext.run({ layer: old.layer } as StepContext, found)).toEqual([old.Money, old.Denied]);
  expect(hostClasses.idOf(old.Money)).toBe(CLASS);
  expect(withReceiver(old.layer, () => hostErrors.idOf(old.Denied))).toBe(ERROR);
});

test('the code that starts a workflow gets instances and errors of its own layer, or of none', () => {
  const layers = [evaluateLayer(), evaluateLayer()];
  const outside = {
    Money: class {
      readonly cents = 2;
    },
    Denied: class extends Error {},
    flow: markWorkflow(FLOW, () => {}),
  };
  registerClass(CLASS, outside.Money);
  registerErrorClass(ERROR, outside.Denied);
  const last = evaluateLayer();
  const received = (workflow: unknown) =>
    withReceiver(receiverOf(workflow), () => [hostClasses.get(CLASS), hostErrors.get(ERROR)]);
  for (const { flow, Money, Denied } of [...layers, outside, last]) expect(received(flow)).toEqual([Money, Denied]);
  expect(received({ workflowId: FLOW })).toEqual([outside.Money, outside.Denied]);
});
