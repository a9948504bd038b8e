/** Makes all formatting for people independent of the machine: en-US and UTC unless the code names something else. */
import { defineBuiltin } from './define-builtin.ts';

const LOCALE = 'en-US';
const TIME_ZONE = 'UTC';

type Clock = () => number;

/** One of the constructors of `Intl`. */
interface Service {
  new (locales: unknown, options: unknown): object;
  (locales: unknown, options: unknown): object;
  supportedLocalesOf(locales: unknown): string[];
}

const SERVICES = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'DurationFormat',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
];

/**
 * Changes the realm's `Intl` and the methods that use it.
 * @param now Workflow time.
 */
export function fixLocale(now: Clock): void {
  const services = Intl as unknown as Record<string, Service | undefined>;
  const { Collator, DateTimeFormat, NumberFormat } = Intl as unknown as Record<string, Service>;
  fixMethods(Date.prototype, DateTimeFormat!, {
    names: ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'],
    toOptions: withTimeZone,
  });
  fixMethods(Number.prototype, NumberFormat!, { names: ['toLocaleString'] });
  fixMethods(BigInt.prototype, NumberFormat!, { names: ['toLocaleString'] });
  fixMethods(String.prototype, Collator!, { names: ['toLocaleLowerCase', 'toLocaleUpperCase'] });
  fixMethods(String.prototype, Collator!, { names: ['localeCompare'], localesAt: 1 });
  fixFormats(DateTimeFormat!.prototype as Intl.DateTimeFormat, now);
  for (const name of SERVICES) {
    const service = services[name];
    // Not every Node that is supported has all of them.
    if (service) defineBuiltin(Intl, name, fixService(service, name === 'DateTimeFormat' ? withTimeZone : undefined));
  }
}

/** Replaces a locale that the service does not know, which would otherwise become that of the process. */
const toLocales = (service: Service, locales: unknown): unknown =>
  locales === undefined || service.supportedLocalesOf(locales).length === 0 ? LOCALE : locales;

function withTimeZone(options: unknown): unknown {
  const given: unknown = options === undefined ? null : Object(options);
  if ((given as Intl.DateTimeFormatOptions | null)?.timeZone !== undefined) return options;
  return Object.create(given as object | null, { timeZone: { value: TIME_ZONE } });
}

const asGiven = (options: unknown): unknown => options;

function fixService(service: Service, toOptions = asGiven): Service {
  const fixed = new Proxy(service, {
    construct: (target, [locales, options], newTarget) =>
      Reflect.construct(target, [toLocales(target, locales), toOptions(options)], newTarget) as object,
    apply: (target, self, [locales, options]) =>
      Reflect.apply(target, self, [toLocales(target, locales), toOptions(options)]),
  });
  defineBuiltin(service.prototype as object, 'constructor', fixed);
  return fixed;
}

interface Methods {
  names: readonly string[];
  /** Position of the locales in the arguments; the options follow. Default: 0. */
  localesAt?: number;
  toOptions?(options: unknown): unknown;
}

function fixMethods(prototype: object, service: Service, { names, localesAt = 0, toOptions = asGiven }: Methods): void {
  for (const name of names) {
    const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    const fixed = {
      [name](this: unknown, ...args: unknown[]): unknown {
        const locales = toLocales(service, args[localesAt]);
        return Reflect.apply(original, this, [
          ...(localesAt === 1 ? [args[0]] : []),
          locales,
          toOptions(args[localesAt + 1]),
        ]);
      },
    };
    defineBuiltin(prototype, name, fixed[name]);
  }
}

/** Makes the formats use workflow time when they get no date. */
function fixFormats(prototype: Intl.DateTimeFormat, now: Clock): void {
  const getFormat = Reflect.getOwnPropertyDescriptor(prototype, 'format')!.get as (
    this: Intl.DateTimeFormat,
  ) => (date?: unknown) => string;
  const { formatToParts } = prototype;
  Object.defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const format = getFormat.call(this);
      return (date: unknown = now()): string => format(date);
    },
    configurable: true,
  });
  defineBuiltin(prototype, 'formatToParts', function (this: Intl.DateTimeFormat, date: Date | number = now()) {
    return formatToParts.call(this, date);
  });
}
