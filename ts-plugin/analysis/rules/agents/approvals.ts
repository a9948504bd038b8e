/** Options for approval that have no effect. */
import { literalOf } from '../../code/held-values.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import { checkDuration } from '../functions/duration.ts';
import type { Project } from '../../project/project.ts';
import { agentRuleError } from './messages.ts';
import {
  type Property,
  type WrittenObject,
  isUndefined,
  nameOfProperty,
  objectIn,
  propertyOf,
} from './written-object.ts';

/** The findings about the approval of one tool. */
export function checkApproval(project: Project, tool: WrittenObject): Finding[] {
  return [...checkUnused(tool), ...checkExpiry(project, tool)];
}

function checkUnused(tool: WrittenObject): Finding[] {
  if (!tool.isComplete || propertyOf(tool, 'type')) return [];
  const needsApproval = givenOption(tool, 'needsApproval');
  const approval = givenOption(tool, 'approval');
  if (needsApproval && !propertyOf(tool, 'execute'))
    return [toFinding(tool, needsApproval, 'without "execute" the client answers the call')];
  if (approval && !propertyOf(tool, 'needsApproval'))
    return [toFinding(tool, approval, 'without "needsApproval" no approval is requested')];
  return [];
}

/** An option of a tool; `undefined` when it is left out or switched off. */
function givenOption(tool: WrittenObject, name: string): Property | undefined {
  const option = propertyOf(tool, name);
  if (!option || isUndefined(option.value) || literalOf(option.value)?.value === false) return undefined;
  return option;
}

function toFinding({ file }: WrittenObject, option: Property, reason: string): Finding {
  const error = agentRuleError('agent_approval_unused', { option: option.name, reason });
  return createFinding(file, nameOfProperty(option).span, error);
}

function checkExpiry(project: Project, tool: WrittenObject): Finding[] {
  const approval = objectIn(tool, 'approval');
  const expiry = approval && propertyOf(approval, 'expiresIn');
  if (!expiry) return [];
  const { file } = tool;
  return checkDuration({ project, file }, { file, node: expiry.value, place: expiry.value });
}
