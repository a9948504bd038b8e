/**
 * The classes of errors of the host, as its views leave them in global maps. The application and its steps may each
 * have loaded a file: each side gets errors of its own classes.
 */
import { ERROR_CLASSES, IS_INSTANCE_OF } from '../contract/compiled.ts';
import { knownLayers } from '../contract/layers.ts';
import { type ErrorClasses, isInstanceOf } from '../values/error-classes.ts';
import { currentReceiver } from './receiver.ts';
import { stepContext } from './step-context.ts';

type Known = Map<string, unknown>;
type Holder = { [key: symbol]: Known | undefined };

const knownTo = (side: keyof typeof ERROR_CLASSES): Known =>
  ((globalThis as Holder)[Symbol.for(ERROR_CLASSES[side])] ??= new Map());

/** Makes a class known that the application has, as the client view does: for files that pass no compiler. */
export const registerErrorClass = (classId: string, cls: object): void => void knownTo('application').set(classId, cls);

/** The classes of both sides; code that runs in a step gets those of the steps. */
export const hostErrors: ErrorClasses = {
  idOf: (cls) => firstIn(knownHere(), (known) => idIn(known, cls)),
  get: (classId) => firstIn(knownHere(), (known) => known.get(classId)),
};

/** The classes by id, those of the running code first. */
function knownHere(): Known[] {
  const step = stepContext.getStore();
  const ofLayers = Array.from(knownLayers(), ({ errors }) => errors).toReversed();
  const all = [...ofLayers, knownTo('application'), knownTo('copy')];
  const receiver = step ? (step.layer ?? 'copy') : currentReceiver();
  if (receiver === null) return all;
  return [typeof receiver === 'string' ? knownTo(receiver) : receiver.errors, ...all];
}

function firstIn<Found>(maps: readonly Known[], find: (known: Known) => Found | undefined): Found | undefined {
  for (const known of maps) {
    const found = find(known);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The id of a class among those of one side. Errors are few, and so are their classes. */
export function idIn(known: ReadonlyMap<string, unknown>, cls: object): string | undefined {
  for (const [id, one] of known) if (one === cls) return id;
  return undefined;
}

/** For a process with two copies of this package: each knows the errors that it has decoded. */
const holder = globalThis as unknown as { [key: symbol]: typeof isInstanceOf | undefined };
const other = holder[Symbol.for(IS_INSTANCE_OF)];
holder[Symbol.for(IS_INSTANCE_OF)] = (value, cls) => isInstanceOf(value, cls) || (other?.(value, cls) ?? false);
