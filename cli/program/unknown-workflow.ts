import type { WorkflowError } from '../../runtime/contract/errors.ts';
import { findNearName } from '../../runtime/contract/near-name.ts';
import { cliError } from './messages.ts';

/** The error for a name that no workflow of the project has. @param names Those that it has. */
export function unknownWorkflow(found: string, names: readonly string[]): WorkflowError {
  const near = findNearName(found, names);
  const hint = near === null ? `use one of: ${[...new Set(names)].join(', ') || 'none'}` : `did you mean "${near}"?`;
  return cliError('cli_workflow_unknown', { found, hint });
}
