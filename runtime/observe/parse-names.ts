/** The parts of the ids of code, for people. */

/** The parts of an id such as `step//./src/orders//process/charge`. */
export interface ParsedName {
  /** The last part of the function's name: `charge`. For a default export the last part of its module. */
  shortName: string;
  /** `./src/orders`, or a package and the path in it. */
  moduleSpecifier: string;
  /** With the functions around it: `process/charge`. */
  functionName: string;
}

/** The parts of the id of a workflow, such as `RunSummary.workflowName`. `null`: it is none. */
export const parseWorkflowName = (name: string): ParsedName | null => parseName('workflow', name);

/** The parts of the id of a step, such as `StepSummary.stepName`. `null`: it is none. */
export const parseStepName = (name: string): ParsedName | null => parseName('step', name);

/** The parts of the id of a class. `null`: it is none. */
export const parseClassName = (name: string): ParsedName | null => parseName('class', name);

function parseName(kind: string, name: unknown): ParsedName | null {
  const [, found, moduleSpecifier, functionName] = /^(\w+)\/\/(.+?)\/\/(.+)$/.exec(String(name)) ?? [];
  if (found !== kind || moduleSpecifier === undefined || functionName === undefined) return null;
  const lastName = lastPart(functionName);
  const shortName = lastName === 'default' ? lastPart(moduleSpecifier) : lastName;
  return { shortName, moduleSpecifier, functionName };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
