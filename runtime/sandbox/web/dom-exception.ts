/** The names with a legacy number. */
const CODES: Record<string, number> = {
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
};

/** The legacy constants of `DOMException`, such as `ABORT_ERR`, in the order of their numbers. */
export const DOM_EXCEPTION_CONSTANTS: Record<string, number> = Object.fromEntries(
  Object.entries({
    ...CODES,
    DOMStringSizeError: 2,
    NoDataAllowedError: 6,
    InuseAttributeError: 10,
    ValidationError: 16,
  })
    .map(([name, code]): [string, number] => [toConstant(name), code])
    .sort(([, a], [, b]) => a - b),
);

function toConstant(name: string): string {
  if (name === 'InUseAttributeError') return 'INUSE_ATTRIBUTE_ERR';
  if (name === 'DOMStringSizeError') return 'DOMSTRING_SIZE_ERR';
  if (name === 'URLMismatchError') return 'URL_MISMATCH_ERR';
  const words = name.slice(0, -'Error'.length).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
  return `${words.toUpperCase()}_ERR`;
}

/** `DOMException` of the Web platform. */
export class SandboxDOMException extends Error {
  readonly #name: string;
  readonly #message: string;

  constructor(message: unknown = '', options: unknown = 'Error') {
    const text = String(message);
    super(text);
    // `Error` makes it an own property; here it is an accessor of the prototype.
    Reflect.deleteProperty(this, 'message');
    this.#message = text;
    const named =
      typeof options === 'object' && options !== null ? (options as { name?: unknown; cause?: unknown }) : null;
    this.#name = String(named ? (named.name ?? 'Error') : options);
    if (named && 'cause' in named) {
      Object.defineProperty(this, 'cause', { value: named.cause, writable: true, configurable: true });
    }
  }

  override get name(): string {
    return this.#name;
  }

  override get message(): string {
    return this.#message;
  }

  get code(): number {
    return CODES[this.#name] ?? 0;
  }
}
