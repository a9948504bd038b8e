/** `WORKFLOW_RETENTION`: how long runs are kept after their end, for each workflow. */
import { nameOf, type WorkflowId } from '../contract/ids.ts';
import { runtimeError } from '../contract/runtime-errors.ts';
import { toDueTime } from '../values/duration.ts';

/** A length for the workflows whose names fit. */
interface Rule {
  /** Of the short name or the id. */
  fits: RegExp;
  /** `null`: for ever. */
  lengthMs: number | null;
}

const NAME = 'WORKFLOW_RETENTION';
const EXPECTED = 'a length of time such as "30d", or rules such as "30d, order=1y, send*=1d, audit=forever"';

/** The rules of a process. The first one that fits a workflow counts, and one without a name fits all. */
export class RetentionRules {
  readonly #rules: readonly Rule[];

  /** @param text The setting; empty: runs are kept for ever. @throws `setting_invalid`. */
  constructor(text: string) {
    const entries = text.split(',').map((entry) => entry.trim());
    const rules = entries.filter((entry) => entry !== '').map(readRule);
    this.#rules = [...rules.filter(({ isGeneral }) => !isGeneral), ...rules.filter(({ isGeneral }) => isGeneral)];
  }

  /** How long runs of a workflow are kept, in milliseconds; `null`: for ever. */
  lengthFor(workflowId: WorkflowId): number | null {
    const rule = this.#rules.find(({ fits }) => fits.test(nameOf(workflowId)) || fits.test(workflowId));
    return rule?.lengthMs ?? null;
  }
}

function readRule(entry: string): Rule & { isGeneral: boolean } {
  const at = entry.lastIndexOf('=');
  const name = at < 0 ? '*' : entry.slice(0, at).trim();
  const length = entry.slice(at + 1).trim();
  if (!/^[\w./*$~-]+$/.test(name)) throw refuse(entry);
  return {
    fits: toPattern(name),
    lengthMs: length === 'forever' ? null : readLength(length, entry),
    isGeneral: at < 0,
  };
}

function readLength(text: string, entry: string): number {
  try {
    return toDueTime(/^\d+$/.test(text) ? Number(text) : text, 0);
  } catch {
    throw refuse(entry);
  }
}

const refuse = (found: string): Error => runtimeError('setting_invalid', { name: NAME, found, expected: EXPECTED });

/** `*` stands for any text. */
const toPattern = (name: string): RegExp => new RegExp(`^${name.split('*').map(escapePattern).join('.*')}$`);

/** Node 22 has no `RegExp.escape`. */
const escapePattern = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
