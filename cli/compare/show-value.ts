/** Values as texts of many lines, which are equal where values are, and differ in the lines where values do. */
import { inspect, type InspectOptions } from 'node:util';
import { tryRead } from '../../runtime/contract/try-read.ts';

const WHOLE: InspectOptions = {
  depth: Infinity,
  compact: false,
  breakLength: 1,
  maxArrayLength: Infinity,
  maxStringLength: Infinity,
};

/** Ids of runs and of what belongs to them: each run has others. */
const IDS = /\b(wrun|wait|step|hook)_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** Errors without their stacks, functions without their source, and streams and signals without what is inside. */
export function showValue(value: unknown): string {
  return inspect(value, WHOLE).replaceAll(IDS, '$1_…');
}

/** Changes how this process shows values. */
export function showOnlyWhatIsPassed(): void {
  showAs(Error, showError);
  showAs(Function, ({ name }) => `[function ${name}]`);
  // Node shows the names as they were written, which no code can tell.
  showAs(Headers, (headers, options) => `Headers ${inspect(Object.fromEntries(headers), options)}`);
  for (const opaque of [ReadableStream, WritableStream, AbortSignal]) showAs<object>(opaque, () => `[${opaque.name}]`);
}

const HEAD: readonly string[] = ['stack', 'message', 'name'];
/** Fields that lists of fields leave out. */
const HIDDEN: readonly string[] = ['cause', 'errors'];

function showError(error: Error, options: InspectOptions): string {
  const fields = Object.entries(Object.getOwnPropertyDescriptors(error))
    .filter(([key, { enumerable }]) => !HEAD.includes(key) && (enumerable || HIDDEN.includes(key)))
    .map(([key, { value }]) => [key, value] as const);
  // Errors of packages come out of a run with their name, and not with their class.
  const cls = tryRead(() => error.constructor.name);
  const given = tryRead(() => error.name);
  const name = cls === given || cls === 'Error' ? given : `${given} (${cls})`;
  const inside = fields.length === 0 ? '' : ` ${inspect(Object.fromEntries(fields), options)}`;
  return `${name}: ${tryRead(() => error.message)}${inside}`;
}

function showAs<Instance>(
  cls: { prototype: Instance },
  show: (value: Instance, options: InspectOptions) => string,
): void {
  Object.defineProperty(cls.prototype, inspect.custom, {
    configurable: true,
    value(this: Instance, _depth: number, options: InspectOptions) {
      return show(this, { ...options, ...WHOLE });
    },
  });
}
