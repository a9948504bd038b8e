/** 2xxx: mistakes in workflow code, in the file of the workflow or in another one. */
import type { FileCode } from '../../code/call-sites.ts';
import { makeToolStep } from '../../edits/tool-step.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { Rule, RuleGroup } from '../../findings/rule.ts';
import { type Reach, type ReachedPart, reachOf } from '../../reach/reach.ts';
import { endlessWaits } from './endless-waits.ts';
import { hazardsOf } from './hazards.ts';
import { importChain, wayToWorkflow } from './import-chain.ts';
import { localTimes } from './local-times.ts';
import { stateFindings } from './module-state.ts';
import { patchedGlobals } from './patched-globals.ts';
import { setupElsewhere } from './setup-elsewhere.ts';
import { stepState, workflowState } from './shared-state.ts';
import { offerStep } from './step-offers.ts';
import { toplevelEffects } from './toplevel-effects.ts';
import { unbundledForms } from './unbundled-forms.ts';
import { unsafeHelpers } from './unsafe-helpers.ts';

const errors = {
  compile_builtin_reached: 2001,
  sandbox_helper_unsafe: 2002,
  compile_global_reached: 2006,
  sandbox_import_dynamic: 2007,
  sandbox_global_patched: 2015,
  compile_await_toplevel: 2016,
  // Only a build can tell.
  compile_setup_missing: 2021,
};
const warnings = {
  sandbox_state_changed: 2008,
  sandbox_state_stale: 2014,
  sandbox_setup_elsewhere: 2022,
  sandbox_time_local: 2023,
  sandbox_effect_toplevel: 2009,
  sandbox_promise_unsettled: 2010,
  sandbox_loop_busy: 2011,
  sandbox_cancellation_swallowed: 2012,
  compile_import_meta: 2017,
};

const RULES: readonly Rule[] = [
  ...Object.entries(errors).map(([code, number]): Rule => ({ code, number, severity: 'error' })),
  ...Object.entries(warnings).map(([code, number]): Rule => ({ code, number, severity: 'warning' })),
];

/** The rules of 2xxx. */
export const sandboxRules: RuleGroup = { rules: RULES, check };

function check(context: FileCode): Finding[] {
  const { project, file } = context;
  const reach = reachOf(project);
  const module = reach.modules.get(file.source.path);
  const shared = [...stepState(project, file, reach), ...workflowState(project, file)];
  if (!module) return [...setupElsewhere(project, file, reach), ...shared];
  const parts = reach.partsOf(file.source.path);
  const code = parts.map(({ part }) => part);
  return [
    ...unbundledForms(module, code),
    ...parts.flatMap((part) => hazardFindings(context, reach, part)),
    ...unsafeHelpers(context, reach),
    ...stateFindings(file, parts),
    ...shared,
    ...localTimes(file, code),
    ...toplevelEffects(project, parts),
    ...patchedGlobals(file, code),
    ...endlessWaits(file, code),
  ];
}

function hazardFindings({ project, file }: FileCode, reach: Reach, reached: ReachedPart): Finding[] {
  return hazardsOf(reached).map((hazard) => {
    const error = hazard.toError(importChain(reach, file, hazard.import));
    const fixes = [
      ...hazard.fixes(),
      ...makeToolStep(project, file, hazard.node),
      ...offerStep(project, file, { place: hazard.node, hazard }),
    ];
    return createFinding(file, hazard.span, error, { related: wayToWorkflow(reach, reached), fixes });
  });
}
