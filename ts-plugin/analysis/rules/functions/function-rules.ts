/** 5xxx: the functions of `workflow`: their places and their arguments. */
import type { FileCode } from '../../code/call-sites.ts';
import type { Finding } from '../../findings/finding.ts';
import type { CallCheck, Rule, RuleGroup } from '../../findings/rule.ts';
import { checkContext } from './context.ts';
import { checkDurations } from './duration.ts';
import { checkErrorEffect } from './error-effects.ts';
import { checkHookRace } from './hook-races.ts';
import { checkTokenTwice, checkUnansweredWebhook, checkUnusedHook } from './hooks.ts';
import { checkStepOptions } from './step-options.ts';

/** 5005, and 5015 to 5024, belong to agents. */
const RULES: readonly Rule[] = [
  { code: 'context_not_in_workflow', number: 5001, severity: 'error' },
  { code: 'duration_invalid', number: 5002, severity: 'error' },
  { code: 'function_hook_unused', number: 5003, severity: 'warning' },
  { code: 'function_error_swallowed', number: 5004, severity: 'hint' },
  { code: 'function_options_misplaced', number: 5006, severity: 'error' },
  { code: 'context_not_in_step', number: 5007, severity: 'error' },
  { code: 'context_not_durable', number: 5008, severity: 'error' },
  { code: 'function_webhook_unanswered', number: 5009, severity: 'warning' },
  { code: 'function_hook_token_twice', number: 5010, severity: 'warning' },
  { code: 'function_error_unthrown', number: 5011, severity: 'warning' },
  { code: 'function_retryable_in_workflow', number: 5012, severity: 'hint' },
  { code: 'step_option_unknown', number: 5013, severity: 'error' },
  { code: 'step_option_invalid', number: 5014, severity: 'error' },
  { code: 'function_hook_race_waits_on', number: 5025, severity: 'warning' },
];

const CHECKS: readonly CallCheck[] = [
  checkContext,
  checkDurations,
  checkUnusedHook,
  checkUnansweredWebhook,
  checkErrorEffect,
];

/** The rules of 5xxx. */
export const functionRules: RuleGroup = { rules: RULES, calls: CHECKS, check };

function check(code: FileCode): Finding[] {
  const { calls } = code;
  return [
    ...calls.flatMap((site) => checkTokenTwice(site, calls) ?? []),
    ...calls.flatMap(checkHookRace),
    ...checkStepOptions(code),
  ];
}
