/**
 * Explanations of errors beyond their messages. docs/errors and `workflow explain` show these texts; the runtime never
 * imports them.
 */
import type { ErrorFactory, ParamsOf } from './errors.ts';
import type { Topic } from './topics.ts';

/** TypeScript code, or several texts by file name. A name without an extension is a language, such as `sh`. */
export type Example = string | Readonly<Record<string, string>>;

/** The explanation of one error. Prose is Markdown. */
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

/** An explanation with sample parameters for its message; there are none if the message takes none. */
export type Explanation<Params> = ExplanationText & (unknown extends Params ? { sample?: never } : { sample: Params });

/** One explanation for each code of a catalogue: a code without one is a type error. */
export type Explanations<Factory> = {
  readonly [Code in keyof ParamsOf<Factory>]: Explanation<ParamsOf<Factory>[Code]>;
};

/** An error with its message and explanation. */
export interface ExplainedError extends ExplanationText {
  code: string;
  /** With sample values. */
  message: string;
  fix: string | undefined;
}

/** Errors that belong together for a reader. */
export interface Area {
  title: string;
  /** Where these errors occur, in a sentence or two. */
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

/** A template tag for source text: removes the common indentation. Substitutions are not supported. */
export function code(template: TemplateStringsArray): string {
  const lines = template[0]!.replace(/^\n|\n *$/g, '').split('\n');
  const indentations = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indentation = Math.min(...indentations);
  return lines.map((line) => line.slice(indentation)).join('\n');
}
