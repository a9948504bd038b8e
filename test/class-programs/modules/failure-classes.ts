/** Classes of errors in a file without directives, as applications share them. */
export class Denied extends Error {
  readonly reason: string;
  readonly at = { line: 1 };
  constructor(reason: string, options?: ErrorOptions) {
    super(`denied: ${reason}`, options);
    this.reason = reason;
  }
  get summary(): string {
    return `${this.constructor.name}(${this.reason})`;
  }
  shout(): string {
    return this.message.toUpperCase();
  }
  static from(reason: string): Denied {
    return new this(reason);
  }
  static readonly status = 403;
}

export class Overdrawn extends Denied {
  override name = 'Overdrawn';
  missing: number;
  constructor(missing: number) {
    super('overdrawn');
    this.missing = missing;
  }
  override shout(): string {
    return `${super.shout()}!`;
  }
}

export class Bad extends TypeError {
  code = 'BAD';
}

export default class NotFound extends Error {
  override get message(): string {
    return 'made from a getter';
  }
  override toString(): string {
    return 'NotFound!';
  }
  toJSON(): object {
    return { notFound: true };
  }
}

const Late = class extends Error {
  minutes = 5;
};
export { Late as TooLate };

export function createErrorClass(label: string) {
  return class extends Error {
    label = label;
    describe(): string {
      return `${label}: ${this.message}`;
    }
  };
}
export const Refused = createErrorClass('Refused');
export const Broken = createErrorClass('Broken');

export class Several extends AggregateError {
  first(): unknown {
    return this.errors[0];
  }
}

export class Empty extends Error {}

export class WithName extends Error {
  constructor(message: string) {
    super(message);
    Object.defineProperty(this, 'name', { value: 'Renamed' });
    Object.defineProperty(this, 'secretly', { value: { kept: true } });
  }
}

export const kinds = { Inner: class Inner extends Denied {} };
