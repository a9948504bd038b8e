/**
 * The form of explanations: the meaning of an error beyond its message. Their texts make docs/errors and the output of
 * `workflow explain`; the runtime never imports them.
 */
import type { ErrorFactory, ParamsOf } from './errors.ts';
import type { Topic } from './topics.ts';

/** TypeScript, or several texts by file name. A name without an ending is a language: `sh`. */
export type Example = string | Readonly<Record<string, string>>;

/** The explanation of one code. Prose is Markdown. */
export interface ExplanationText {
  /** When it happens, and the reason for the rule. */
  why: string;
  /** The smallest code that causes the error. */
  wrong?: Example;
  /** The same code, corrected. */
  right?: Example;
  /** Related codes, and topics of the documentation. */
  see?: readonly (Topic | `${string}_${string}`)[];
}

/** An explanation, with sample parameters for its message where the message has parameters. */
export type Explanation<Params> = ExplanationText & (unknown extends Params ? { sample?: never } : { sample: Params });

/** One explanation for each code of a catalogue; a code without one is a type error. */
export type Explanations<Factory> = {
  readonly [Code in keyof ParamsOf<Factory>]: Explanation<ParamsOf<Factory>[Code]>;
};

/** An error with its message and explanation, as a page shows it. */
export interface ExplainedError extends ExplanationText {
  code: string;
  /** Made with the sample parameters. */
  message: string;
  fix: string | undefined;
}

/** Errors that people meet in the same place; each area is a page of docs/errors. */
export interface Area {
  title: string;
  /** Says in a sentence or two where people meet them. Markdown. */
  about: string;
  errors: readonly ExplainedError[];
}

/** Joins a catalogue with its explanations, in the order of the explanations. */
export function explainCatalogue<Params extends Record<string, unknown>>(
  catalogue: ErrorFactory<Params>,
  explanations: Explanations<ErrorFactory<Params>>,
): ExplainedError[] {
  const entries = Object.entries(explanations as Record<string, ExplanationText & { sample?: unknown }>);
  return entries.map(([code, { sample, ...text }]) => {
    const [message, { fix }] = catalogue.describe(code, (sample ?? {}) as Params[string]);
    return { code, message, fix, ...text };
  });
}

/** Tag of a template that holds source text: removes the indentation. It takes no values. */
export function code(template: TemplateStringsArray): string {
  const lines = template[0]!.replace(/^\n|\n *$/g, '').split('\n');
  const indentations = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indentation = Math.min(...indentations);
  return lines.map((line) => line.slice(indentation)).join('\n');
}
