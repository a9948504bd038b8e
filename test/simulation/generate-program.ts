/** Random programs. */
import type { HookOp, Op, StepEnding, StepOp, WriteOp } from './program.ts';
import type { Random } from './random.ts';

const DEPTH_MAX = 3;
const CHILD_SIZE_MAX = 3;
/** Tokens that any run may ask for. */
const SHARED_TOKENS = ['shared-a', 'shared-b'];

export interface ProgramOptions {
  /** Begins its ids and tokens. */
  tag: string;
  /** About how many steps, sleeps and hooks it has. */
  size: number;
  /** Whether its hooks may have tokens that other programs use too. */
  sharesTokens: boolean;
}

export const generateProgram = (random: Random, options: ProgramOptions): Op =>
  new ProgramGenerator(random, options).sequence(0);

class ProgramGenerator {
  readonly #random: Random;
  readonly #options: ProgramOptions;
  readonly #labels: Random;
  /** Leaves that may still be made. */
  #left: number;
  #made = 0;

  constructor(random: Random, options: ProgramOptions) {
    this.#random = random;
    this.#labels = random.fork(`labels of ${options.tag}`);
    this.#options = options;
    this.#left = options.size;
  }

  sequence(depth: number): Op {
    const ops: Op[] = [];
    const length = depth === 0 ? Infinity : this.#random.between(1, 3);
    while (ops.length < length && this.#left > 0) ops.push(this.#op(depth));
    if (ops.length === 0) ops.push(this.#step());
    if (depth > 0 && this.#random.chance(0.08)) ops.push({ kind: 'throw', id: this.#id() });
    return ops.length === 1 ? ops[0]! : { kind: 'sequence', ops };
  }

  #op(depth: number): Op {
    const nests = depth < DEPTH_MAX;
    const kind = this.#random.weighted({
      step: 10,
      sleep: 3,
      hook: 3,
      write: 3,
      all: nests ? 2 : 0,
      allSettled: nests ? 1.5 : 0,
      race: nests ? 1.5 : 0,
      any: nests ? 1 : 0,
      try: nests ? 2 : 0,
      child: nests ? 1 : 0,
    });
    switch (kind) {
      case 'step':
        return this.#step();
      case 'sleep':
        return this.#sleep();
      case 'hook':
        return this.#hook(depth);
      case 'write':
        return this.#write();
      case 'try':
        return this.#try(depth);
      case 'child':
        return this.#child();
      default:
        return { kind, branches: this.#branches(depth) };
    }
  }

  #branches(depth: number): Op[] {
    return Array.from({ length: this.#random.between(1, 4) }, () => this.sequence(depth + 1));
  }

  #try(depth: number): Op {
    return {
      kind: 'try',
      body: this.sequence(depth + 1),
      onError: this.#random.chance(0.7) ? this.sequence(depth + 1) : null,
      atLast: this.#random.chance(0.5) ? this.sequence(depth + 1) : null,
    };
  }

  #child(): Op {
    const id = this.#id();
    const size = this.#random.between(1, CHILD_SIZE_MAX);
    const program = generateProgram(this.#random, { ...this.#options, tag: id, size });
    return { kind: 'child', id, program, isDetached: this.#random.chance(0.3) };
  }

  #step(): StepOp {
    const random = this.#random;
    const id = this.#id();
    const fn = random.weighted({ work: 7, workOnce: 1, workTimed: 1 });
    return {
      kind: 'step',
      id,
      ending: this.#ending(fn),
      durationMs: random.chance(0.5) ? 0 : random.between(1, random.chance(0.1) ? 9_000 : 300),
      fn,
      isStamp: random.chance(0.1),
      sets: this.#labels.chance(0.25) ? id : null,
      writes: random.chance(0.25)
        ? { stream: random.pick(['', 'log']), chunks: random.between(1, 4), isAwaited: random.chance(0.5) }
        : null,
    };
  }

  #ending(fn: StepOp['fn']): StepEnding {
    const random = this.#random;
    const kind = random.weighted({ ok: 14, flaky: 2, later: 2, broken: 0.6, fatal: 0.8 });
    const times = fn === 'workOnce' ? 0 : random.between(1, 3);
    if (kind === 'flaky') return { kind, times };
    if (kind === 'later') return { kind, times, delayMs: random.between(1, 3_000) };
    return { kind };
  }

  #sleep(): Op {
    this.#id();
    return { kind: 'sleep', ms: this.#spanMs() };
  }

  /** The number of the leaf makes it unique. */
  #spanMs(): number {
    const random = this.#random;
    const ms = random.weighted({ none: 1, short: 6, long: 2 });
    const span = { none: 0, short: random.between(1, 40), long: random.between(40, 200) }[ms];
    return span * 100 + this.#made;
  }

  #write(): WriteOp {
    const random = this.#random;
    return {
      kind: 'write',
      id: this.#id(),
      stream: random.pick(['', 'log']),
      isShared: random.chance(0.3),
      chunks: random.between(0, 3),
      ms: this.#spanMs(),
    };
  }

  #hook(depth: number): HookOp {
    const random = this.#random;
    const id = this.#id();
    const isOnce = random.chance(0.25);
    return {
      kind: 'hook',
      id,
      token: this.#options.sharesTokens && random.chance(0.2) ? random.pick(SHARED_TOKENS) : id,
      payloads: isOnce ? 1 : random.between(1, 3),
      isOnce,
      reads: random.pick(['await', 'iterate']),
      before: depth < DEPTH_MAX && random.chance(0.3) ? this.sequence(depth + 1) : null,
      reopens: random.chance(0.15),
    };
  }

  #id(): string {
    this.#left -= 1;
    this.#made += 1;
    return `${this.#options.tag}.${this.#made}`;
  }
}
