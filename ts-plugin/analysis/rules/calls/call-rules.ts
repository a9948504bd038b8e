/** 4xxx: calls of workflows, steps and the functions of `workflow/api`, and code that does not wait for them. */
import type { CallCheck, Rule, RuleGroup } from '../../findings/rule.ts';
import { awaitedArrays, checkAsyncPredicate } from './awaited-arrays.ts';
import { checkDirectCall, checkPlainStepCall } from './direct-call.ts';
import { checkFloating, checkFloatingCallbacks } from './floating-call.ts';
import { checkIndexedStep } from './mapped-steps.ts';
import { checkApiCall, checkChildHandle } from './outside-api.ts';
import { checkPromiseValue } from './promise-values.ts';
import { checkStartOptions, checkStartedFunction } from './started-function.ts';
import { checkWrappedWorkflow } from './wrapped-workflow.ts';

const RULES: readonly Rule[] = [
  { code: 'workflow_called_directly', number: 4001, severity: 'error' },
  { code: 'call_workflow_inline', number: 4002, severity: 'hint' },
  { code: 'start_not_a_workflow', number: 4003, severity: 'error' },
  { code: 'sandbox_import_outside', number: 4004, severity: 'error' },
  { code: 'call_floating', number: 4005, severity: 'warning' },
  { code: 'call_array_awaited', number: 4006, severity: 'error' },
  { code: 'call_step_plain', number: 4007, severity: 'off' },
  { code: 'call_step_indexed', number: 4008, severity: 'hint' },
  { code: 'start_option_in_workflow', number: 4009, severity: 'error' },
  { code: 'call_child_member', number: 4010, severity: 'error' },
  { code: 'call_predicate_async', number: 4011, severity: 'error' },
  { code: 'call_promise_as_value', number: 4012, severity: 'error' },
];

const CHECKS: readonly CallCheck[] = [
  checkDirectCall,
  checkStartedFunction,
  checkWrappedWorkflow,
  checkStartOptions,
  checkApiCall,
  checkChildHandle,
  checkFloating,
  checkFloatingCallbacks,
  checkAsyncPredicate,
  checkPromiseValue,
  checkIndexedStep,
  checkPlainStepCall,
];

/** The rules of 4xxx. */
export const callRules: RuleGroup = { rules: RULES, calls: CHECKS, check: awaitedArrays };
