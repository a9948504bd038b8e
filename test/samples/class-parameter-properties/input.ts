import { EOL } from 'node:os';

class Clock {
  readonly started!: number;
  constructor(
    private readonly zone: string,
    public offset = 1,
  ) {}
  async now(at: number) {
    'use step';
    return at + EOL.length;
  }
  describe() {
    return `${this.zone} ${this.offset}`;
  }
}

export async function flow() {
  'use workflow';
  const clock = new Clock('utc');
  return [clock.describe(), await clock.now(5)];
}
