/** The part of the API of ESLint that this plugin uses. The JavaScript plugins of oxlint have the same. */

/** A line counts from 1, a column from 0. */
interface LintPosition {
  line: number;
  column: number;
}

/** One edit, made by {@link LintFixer}. */
export interface LintFix {
  range: [number, number];
  text: string;
}

/** Makes edits. */
export interface LintFixer {
  replaceTextRange(range: [number, number], text: string): LintFix;
}

/** Makes the edits of one fix. */
export type MakeFix = (fixer: LintFixer) => LintFix[];

/** One finding for the linter. */
export interface LintReport {
  loc: { start: LintPosition; end: LintPosition };
  messageId: string;
  data: Record<string, string>;
  fix: MakeFix | null;
  suggest: { desc: string; fix: MakeFix }[];
}

/** The text of a file, and facts from its parser. */
export interface LintedText {
  /** Without the mark of the encoding. */
  readonly text: string;
  /** That of typescript-eslint has a program when types were asked for. */
  readonly parserServices?: { readonly program?: unknown };
}

/** One file that is linted. */
export interface LintContext {
  /** Absolute; for a text without a file a name such as `<input>`. */
  readonly filename: string;
  /** A {@link LintedText} for every file that this plugin is asked about. Other languages have other sources. */
  readonly sourceCode: object;
  report(descriptor: LintReport): void;
}

/** A rule. */
export interface LintRule {
  meta: {
    type: 'problem';
    docs: { description: string };
    fixable: 'code';
    hasSuggestions: true;
    schema: [];
    messages: Record<string, string>;
  };
  create(context: LintContext): { Program(tree: object): void };
}

/** Rules, and the configuration that switches them on. */
export interface LintPlugin {
  meta: { name: string; version: string };
  rules: Record<string, LintRule>;
  /** `components`: the same rules for `.vue`, `.svelte` and `.astro`, whose parser another entry names. */
  configs: { recommended: LintConfig; components: LintConfig };
}

/** An entry of `eslint.config.js`. */
export interface LintConfig {
  name: string;
  files: string[];
  plugins: Record<string, Omit<LintPlugin, 'configs'>>;
  rules: Record<string, 'error' | 'warn'>;
}
