/** Settings of a model that should not be set together. */
import { literalOf } from '../../code/held-values.ts';
import { removeProperty } from '../../edits/text-edits.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { agentRuleError } from './messages.ts';
import { type WrittenObject, nameOfProperty, propertyOf } from './written-object.ts';

/** Reports `temperature` together with `topP` when both certainly are numbers. */
export function checkConflictingSettings(options: WrittenObject): Finding[] {
  const { file, node } = options;
  const settings = ['temperature', 'topP'].map((name) => propertyOf(options, name));
  const [temperature, topP] = settings;
  const areBothSet = settings.every((one) => one && typeof literalOf(one.value)?.value === 'number');
  if (!temperature || !topP || !areBothSet) return [];
  const fixes = [topP, temperature].map((property) => ({
    title: `Remove "${property.name}"`,
    edits: [removeProperty(file, node, property.node)],
    isForAll: false,
  }));
  const second = temperature.node.span.start < topP.node.span.start ? topP : temperature;
  return [
    createFinding(file, nameOfProperty(second).span, agentRuleError('agent_settings_conflicting', {}), { fixes }),
  ];
}
