/** Names of code that people know. */
import { parseStepName, parseWorkflowName } from '../observe/parse-names.ts';

/** The short name of a workflow or step; a text that is no id of one is its own. */
export const shortNameOf = (id: string): string => (parseWorkflowName(id) ?? parseStepName(id))?.shortName ?? id;
