/** 5xxx: the functions of `workflow`: where they work, and what they are given. */
import type { Finding } from '../finding.ts';
import { type CallCheck, type Rule, type RuleContext, type RuleGroup, checkCalls } from '../rule.ts';
import { checkContext } from './functions/context.ts';
import { checkDurations } from './functions/duration.ts';
import { checkErrorEffect } from './functions/error-effects.ts';
import { checkTokenTwice, checkUnansweredWebhook, checkUnusedHook } from './functions/hooks.ts';
import { checkStepOptions } from './functions/step-options.ts';

/** 5005 and those from 5015 on are of agents. */
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
];

const CHECKS: readonly CallCheck[] = [
  checkContext,
  checkDurations,
  checkUnusedHook,
  checkUnansweredWebhook,
  checkErrorEffect,
];

/** The rules of 5xxx. */
export const functionRules: RuleGroup = { rules: RULES, check };

function check(context: RuleContext): Finding[] {
  const { calls } = context;
  return [
    ...checkCalls(calls, CHECKS),
    ...calls.flatMap((site) => checkTokenTwice(site, calls) ?? []),
    ...checkStepOptions(context),
  ];
}
