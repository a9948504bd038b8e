/** Every rule there is. */
import type { Rule, RuleGroup } from './rule.ts';
import { agentRules } from './rules/agents.ts';
import { callRules } from './rules/calls.ts';
import { functionRules } from './rules/functions.ts';
import { dataRules } from './rules/data.ts';
import { directiveRules } from './rules/directives.ts';
import { idRules } from './rules/ids.ts';
import { scannedFolderRules } from './rules/scanned-folders.ts';
import { sandboxRules } from './rules/sandbox/sandbox-rules.ts';

export const RULE_GROUPS: readonly RuleGroup[] = [
  directiveRules,
  idRules,
  scannedFolderRules,
  callRules,
  functionRules,
  agentRules,
  sandboxRules,
  dataRules,
];

/** Found when everything else is. */
const SUPPRESSION_UNUSED: Rule = { code: 'suppression_unused', number: 6004, severity: 'warning' };

const RULES: readonly Rule[] = [...RULE_GROUPS.flatMap(({ rules }) => rules), SUPPRESSION_UNUSED];

const byCode = new Map(RULES.map((rule) => [rule.code, rule]));

/** @returns `undefined` for codes that are no rule: those of the bundler, and of other parts of the product. */
export function ruleOf(code: string): Rule | undefined {
  return byCode.get(code);
}

/** The rule that tools without names know by its number. */
export function ruleOfNumber(number: number): Rule | undefined {
  return RULES.find((rule) => rule.number === number);
}
