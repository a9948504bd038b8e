/**
 * Evaluates what depends on the settings of a machine, and prints the values: `node evaluate-on-machine.ts sandbox` as
 * workflow code, with `host` as the code of this process.
 */
import vm from 'node:vm';
import { run } from './sandbox-run.ts';

const TEXTS = [
  '2024-03-10',
  '2024-03',
  '2024',
  '2024-03-10T02:30',
  '2024-03-10T02:30:15.250',
  '2024-03-10T02:30:00Z',
  '2024-03-10T02:30:00+05:30',
  '2024-03-10 02:30',
  '2024-3-9',
  '3/10/2024',
  'Mar 10 2024 02:30',
  'March 10, 2024',
  'Sun, 10 Mar 2024 02:30:00 GMT',
  '10 Mar 2024 02:30 EST',
  'Mar 10 2024 02:30 GMT+0200',
  'Mar 10 2024 2:30 PM',
  'Sun Mar 10 2024 02:30:00 GMT-0500 (Eastern Standard Time)',
  'Mar 10 2024 02:30 (Z)',
  '10:00',
  'no date',
  '',
  '+010000-01-01T00:00',
  '-000001-01-01T00:00',
  ' 2024-03-10T02:30 ',
  '2024-03-10T02:30:00 -0100',
  '0',
];

/** Their values are those of a machine in UTC whose language is English. */
const EXPRESSIONS = [
  ...TEXTS.flatMap((text) => [`Date.parse(${JSON.stringify(text)})`, `new Date(${JSON.stringify(text)}).getTime()`]),
  ...['2024, 2, 10, 2, 30', '99, 0', '2024, 12, -1, 25', '1970', '2024, NaN', 'null', 'true', '"5"', '8.64e15 + 1'].map(
    (args) => `new Date(${args}).getTime()`,
  ),
  'new Date(new Date(5.5)).getTime()',
  'new Date({ valueOf: () => 7 }).getTime()',
  'new Date({ toString: () => "2024-03-10T02:30" }).getTime()',
  ...['toString', 'toDateString', 'toTimeString', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].flatMap(
    (method) => [`new Date(1e12).${method}()`, `new Date(NaN).${method}()`, `new Date(-1e14).${method}()`],
  ),
  ...['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds', 'TimezoneOffset', 'Year'].map(
    (field) => `new Date(1e12 + 1).get${field}()`,
  ),
  ...[
    'FullYear(2020, 1, 30)',
    'Month(1)',
    'Date(31)',
    'Hours(2, 30)',
    'Minutes(61)',
    'Seconds(1)',
    'Milliseconds(-1)',
  ].map((set) => `new Date(1e12).set${set}`),
  'new Date(1e12).setYear(95)',
  '`${new Date(1e12)}` + (new Date(1e12) + 1)',
  'new Date(1e12).toLocaleString("de-DE", { timeZone: "Asia/Tokyo", dateStyle: "full" })',
  'new Date(1e12).toLocaleString(undefined, { timeZoneName: "long" })',
  'new Date(1e12).toLocaleString("qq-no-such")',
  'new Date(NaN).getTimezoneOffset()',
  'Date.length + Date.name',
  '(1234567.891).toLocaleString()',
  '(1234567.891).toLocaleString("de-DE", { style: "currency", currency: "EUR" })',
  '(12345n).toLocaleString()',
  '[1234.5, new Date(1e12), null].toLocaleString()',
  'new Float64Array([1234.5]).toLocaleString()',
  '"i".toLocaleUpperCase() + "I".toLocaleLowerCase()',
  '"i".toLocaleUpperCase("tr")',
  '["ä", "z", "a", "Z", "å", "I", "ı"].sort((a, b) => a.localeCompare(b)).join()',
  '["ä", "z"].sort((a, b) => a.localeCompare(b, "sv")).join()',
  '"a".localeCompare("A", "en", { sensitivity: "base" })',
  ...['Collator', 'DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'ListFormat', 'Segmenter'].flatMap((name) => [
    `new Intl.${name}().resolvedOptions()`,
    `new Intl.${name}("qq-no-such").resolvedOptions().locale`,
    `new Intl.${name}(["qq", "de"]).resolvedOptions().locale`,
  ]),
  // V8 itself shortens the default locale of PluralRules when it is named.
  'new Intl.PluralRules().select(1) + new Intl.PluralRules("qq").select(2)',
  'Intl.DateTimeFormat().formatToParts(1e12)',
  'new Intl.DateTimeFormat("fr", { dateStyle: "medium", timeStyle: "long" }).formatRange(0, 1e12)',
  'new Intl.DisplayNames(undefined, { type: "region" }).of("DE")',
  '(class extends Intl.NumberFormat {}).supportedLocalesOf(["de"])',
  'Intl.NumberFormat() instanceof Intl.NumberFormat && Intl.NumberFormat.prototype.constructor === Intl.NumberFormat',
];

const body = `return [${EXPRESSIONS.map((expression) => `(() => { try { return ${expression}; } catch (error) { return error.name; } })()`).join()}];`;

const values =
  process.argv[2] === 'host' ? (vm.runInThisContext(`(() => { ${body} })()`) as unknown[]) : (run(body) as unknown[]);
console.log(JSON.stringify(EXPRESSIONS.map((expression, index) => [expression, values[index]])));
