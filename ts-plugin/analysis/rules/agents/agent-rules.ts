/** 5005 and 5015 to 5024: agents, their calls and their tools. */
import type { CallSite, FileCode } from '../../code/call-sites.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Rule, RuleGroup } from '../../findings/rule.ts';
import { madeAgent, toolsOf, streamCallOf } from './agent-sites.ts';
import { checkApproval } from './approvals.ts';
import { checkConflictingSettings } from './conflicting-settings.ts';
import { checkModels, checkStreamFunctions } from './models.ts';
import { checkAgentValues, checkStreamValues } from './option-values.ts';
import { checkStreamLimit, checkStreamPlace } from './stream-calls.ts';
import { checkToolNames } from './tool-names.ts';

const RULES: readonly Rule[] = [
  { code: 'agent_settings_conflicting', number: 5005, severity: 'warning' },
  { code: 'agent_steps_unlimited', number: 5015, severity: 'hint' },
  { code: 'agent_approval_unused', number: 5016, severity: 'warning' },
  { code: 'agent_model_not_sendable', number: 5017, severity: 'error' },
  { code: 'agent_model_not_storable', number: 5018, severity: 'error' },
  { code: 'agent_option_invalid', number: 5019, severity: 'error' },
  { code: 'agent_tool_unknown', number: 5020, severity: 'error' },
  { code: 'agent_telemetry_tracer', number: 5021, severity: 'error' },
  { code: 'agent_outside_workflow', number: 5022, severity: 'error' },
  { code: 'agent_header_not_storable', number: 5023, severity: 'error' },
  { code: 'agent_function_not_sendable', number: 5024, severity: 'error' },
];

/** The rules for agents. Where a run would throw, they use its code and text. */
export const agentRules: RuleGroup = { rules: RULES, check };

function check({ file, calls }: FileCode): Finding[] {
  const findings = calls.flatMap((site) => [...checkMade(site), ...checkStreamCall(site)]);
  const ofFile = findings.filter((finding) => finding.file === file.source.path);
  // Agents may share options and tools.
  return [...new Map(ofFile.map((finding) => [`${finding.span.start} ${finding.code}`, finding])).values()];
}

function checkMade(site: CallSite): Finding[] {
  const agent = madeAgent(site);
  if (!agent) return [];
  return [
    ...checkAgentValues(agent),
    ...checkConflictingSettings(agent),
    ...checkModels(site, agent),
    ...checkToolNames(agent, agent),
    ...toolsOf(site.project, agent).flatMap(({ object }) => checkApproval(site.project, object)),
  ];
}

function checkStreamCall(site: CallSite): Finding[] {
  const call = streamCallOf(site);
  if (!call) return [];
  const { agent, options } = call;
  return [
    ...checkStreamPlace(call),
    ...checkStreamLimit(call),
    ...(options ? checkStreamValues(options) : []),
    ...(options ? checkModels(site, options) : []),
    ...(options ? checkStreamFunctions(site.project, options) : []),
    ...(options && agent ? checkToolNames(options, agent) : []),
  ];
}
