/** 1xxx: directives, and the functions that have them. The messages and places are those of the compiler. */
import { diagnosticFinding } from '../../findings/finding.ts';
import type { Rule, RuleGroup } from '../../findings/rule.ts';
import { directiveFixes } from './directive-fixes.ts';

const errors = {
  compile_directive_misspelled: 1001,
  compile_directive_misplaced: 1002,
  compile_directive_both: 1003,
  compile_function_generator: 1004,
  compile_step_accessor: 1010,
  compile_step_computed: 1011,
  compile_step_namespace: 1012,
  compile_step_private: 1013,
  compile_step_class: 1014,
  compile_step_context: 1015,
  compile_workflow_nested: 1016,
  compile_workflow_method: 1017,
  compile_module_commonjs: 1018,
  compile_capture_assigned: 1019,
  compile_capture_ambiguous: 1020,
  compile_function_sync: 1005,
  compile_export_illegal: 1006,
  compile_export_sync: 1021,
  compile_directive_joined: 1023,
  compile_capture_function: 1024,
};
const warnings = {
  compile_function_anonymous: 1008,
  compile_step_instance: 1022,
  compile_function_namesake: 1025,
  compile_error_private: 1033,
  compile_capture_mutated: 1031,
  compile_self_mutated: 1032,
  data_argument_mutated: 3006,
};

const RULES: readonly Rule[] = [
  ...Object.entries(errors).map(([code, number]): Rule => ({ code, number, severity: 'error' })),
  ...Object.entries(warnings).map(([code, number]): Rule => ({ code, number, severity: 'warning' })),
];

/** The rules of 1xxx, except the one about folders. */
export const directiveRules: RuleGroup = {
  rules: RULES,
  check({ file }) {
    const wrong = new Set(file.problems.map(({ index }) => index));
    // Code that is refused needs no advice besides. Other warnings of the build are those of rules that know more.
    const advice = file.analysis?.warnings.filter(({ index, code }) => !wrong.has(index) && code in warnings) ?? [];
    return [...file.problems, ...advice].map((diagnostic) => ({
      ...diagnosticFinding(diagnostic),
      fixes: directiveFixes(file, diagnostic),
    }));
  },
};
