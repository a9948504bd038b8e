/**
 * `workflow/eslint`: the findings of the editor as rules of ESLint 9 and 10, and of oxlint. `workflow/check` reports
 * errors, `workflow/warnings` reports warnings. A finding has the message of the editor, and its code as `messageId`.
 * With the types of typescript-eslint all rules run; without, those that need no types.
 */
import '../../runtime/contract/node-version.ts';
import type ts from 'typescript-6';
import { Positions } from '../../compiler/code-frame.ts';
import { VERSION } from '../../runtime/contract/version.ts';
import { type Finding, type QuickFix, type Severity, safeFix } from '../analysis/findings/finding.ts';
import { RULE_CODES } from '../analysis/rules/all-rules.ts';
import type { LintConfig, LintContext, LintPlugin, LintReport, LintRule, LintedText, MakeFix } from './lint-api.ts';
import { findingsOf } from './linted-project.ts';

export type { LintConfig, LintPlugin, LintRule } from './lint-api.ts';

/** Stands for codes that are no rules, such as those of the build. */
const OTHER = 'other';

const messages = Object.fromEntries([...RULE_CODES, OTHER].map((code) => [code, '{{message}}']));

function createRule(shown: Severity, description: string): LintRule {
  return {
    meta: { type: 'problem', docs: { description }, fixable: 'code', hasSuggestions: true, schema: [], messages },
    create: (context) => ({
      Program(tree) {
        const { positions, findings } = readFile(context, tree);
        for (const finding of findings)
          if (finding.severity === shown) context.report(toReport(finding, positions, context.filename));
      },
    }),
  };
}

interface Read {
  positions: Positions;
  findings: readonly Finding[];
}

/** By the tree of the file, which all rules of one pass get. */
const read = new WeakMap<object, Read>();

function readFile({ filename, sourceCode }: LintContext, tree: object): Read {
  let known = read.get(tree);
  if (known) return known;
  const { text: code, parserServices } = sourceCode as LintedText;
  const program = (parserServices?.program ?? undefined) as ts.Program | undefined;
  known = { positions: new Positions(code), findings: findingsOf({ path: filename, code, program }) };
  read.set(tree, known);
  return known;
}

function toReport(finding: Finding, positions: Positions, path: string): LintReport {
  const safe = safeFix(finding);
  const others = finding.fixes.filter((fix) => fix !== safe);
  return {
    loc: { start: positions.at(finding.span.start), end: positions.at(finding.span.end) },
    messageId: Object.hasOwn(messages, finding.code) ? finding.code : OTHER,
    data: { message: finding.message },
    fix: (safe && makeFix(safe, path)) ?? null,
    suggest: others.flatMap((fix) => {
      const made = makeFix(fix, path);
      return made ? [{ desc: fix.title, fix: made }] : [];
    }),
  };
}

/** `null` for a fix that edits another file: linters change only the one that they look at. */
function makeFix({ edits }: QuickFix, path: string): MakeFix | null {
  if (edits.some(({ file }) => file !== path)) return null;
  return (fixer) => edits.map(({ span, text }) => fixer.replaceTextRange([span.start, span.end], text));
}

const rules = {
  check: createRule('error', 'mistakes in workflows and steps that stop a build or a run'),
  warnings: createRule('warning', 'code in workflows and steps that most likely is a mistake'),
};

/** A configuration names its plugin, which holds the configuration. */
const plugins: Record<string, LintPlugin> = {};

const createConfig = (name: string, endings: string): LintConfig => ({
  name: `workflow/${name}`,
  files: [`**/*.{${endings}}`],
  plugins,
  rules: { 'workflow/check': 'error', 'workflow/warnings': 'warn' },
});

const configs = {
  recommended: createConfig('recommended', 'ts,tsx,mts,cts,js,jsx,mjs,cjs'),
  // An entry of its own: it makes ESLint read these files, which fails without a parser for them.
  components: createConfig('components', 'vue,svelte,astro'),
};

/** The plugin for `eslint.config.js`, and for `jsPlugins` of oxlint. */
const plugin: LintPlugin = { meta: { name: 'workflow', version: VERSION }, rules, configs };
plugins['workflow'] = plugin;

export default plugin;
