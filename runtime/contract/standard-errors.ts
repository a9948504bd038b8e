/** The classes of errors that JavaScript and the Web platform have on every side, by name. */
export const STANDARD_ERRORS: ReadonlySet<string> = new Set([
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'SuppressedError',
  'DOMException',
]);
