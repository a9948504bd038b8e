/** Every rule there is. */
import type { Rule, RuleGroup } from '../findings/rule.ts';
import { agentRules } from './agents/agent-rules.ts';
import { callRules } from './calls/call-rules.ts';
import { dataRules } from './data/data-rules.ts';
import { directiveRules } from './directives/directive-rules.ts';
import { functionRules } from './functions/function-rules.ts';
import { idRules } from './project/ids.ts';
import { scannedFolderRules } from './project/scanned-folders.ts';
import { sandboxRules } from './sandbox/sandbox-rules.ts';

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
