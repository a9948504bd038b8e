/** All rules. */
import type { Rule, RuleGroup } from '../findings/rule.ts';
import { agentRules } from './agents/agent-rules.ts';
import { callRules } from './calls/call-rules.ts';
import { dataRules } from './data/data-rules.ts';
import { directiveRules } from './directives/directive-rules.ts';
import { functionRules } from './functions/function-rules.ts';
import { idRules } from './project/ids.ts';
import { scannedFolderRules } from './project/scanned-folders.ts';
import { sandboxRules } from './sandbox/sandbox-rules.ts';

/** All groups, in the order in which they check a file. */
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

/** Found after all other rules have run. */
const SUPPRESSION_UNUSED: Rule = { code: 'suppression_unused', number: 6004, severity: 'warning' };

const RULES: readonly Rule[] = [...RULE_GROUPS.flatMap(({ rules }) => rules), SUPPRESSION_UNUSED];

const byCode = new Map(RULES.map((rule) => [rule.code, rule]));

/** The codes of all rules. */
export const RULE_CODES: readonly string[] = RULES.map(({ code }) => code);

/** The rule with a code; `undefined` for codes of the build and of other parts of the product. */
export function ruleOf(code: string): Rule | undefined {
  return byCode.get(code);
}

/** The rule with a number. */
export function ruleOfNumber(number: number): Rule | undefined {
  return RULES.find((rule) => rule.number === number);
}
