/** Options of agents that a run refuses. The code that checks them is the one of the runtime. */
import type { ModelMessage } from 'ai';
import { checkAgentOptions, checkStreamOptions } from '../../../../agent/loop/check-options.ts';
import { WorkflowError } from '../../../../runtime/contract/errors.ts';
import { literalOf } from '../../code/held-values.ts';
import { type Finding, createFinding } from '../../findings/finding.ts';
import type { ProjectFile } from '../../project/project.ts';
import { type Property, type WrittenObject, isUndefined, nameOfProperty, writtenObject } from './written-object.ts';

/** Errors that runs throw about a single option. */
const OPTION_CODES: readonly string[] = [
  'agent_option_unknown',
  'agent_option_invalid',
  'agent_telemetry_tracer',
  'agent_header_not_storable',
];

/** Options in which a name can be wrong whatever its value is. */
const BY_NAME = new Set(['headers', 'experimental_telemetry']);

type Check = (options: Record<string, unknown>) => void;

/** Checks the options of an agent, each by itself. */
export function checkAgentValues(options: WrittenObject): Finding[] {
  return options.properties.flatMap((property) =>
    checkProperty(options.file, property, (read) => checkAgentOptions(read as never)),
  );
}

/** Valid values for the required options, which TypeScript checks. */
const SOUND = { messages: [{ role: 'user', content: '' } satisfies ModelMessage], writable: { getWriter: () => null } };
const OF_TYPES = new Set(Object.keys(SOUND));

/** Checks the options of `stream()`, each by itself. */
export function checkStreamValues(options: WrittenObject): Finding[] {
  const properties = options.properties.filter(({ name }) => !OF_TYPES.has(name));
  return properties.flatMap((property) =>
    checkProperty(options.file, property, (read) => checkStreamOptions({ ...SOUND, ...read } as never)),
  );
}

function checkProperty(file: ProjectFile, property: Property, check: Check): Finding[] {
  const { name } = property;
  const inner = writtenObject(file, property.value);
  if (!inner) return checkValue(file, property, (value) => check({ [name]: value }));
  return inner.properties.flatMap((part) => {
    const checkPart = (value: unknown): void => check({ [name]: { [part.name]: value } });
    return BY_NAME.has(name) ? checkName(file, part, checkPart) : checkValue(file, part, checkPart);
  });
}

function checkName(file: ProjectFile, part: Property, check: (value: unknown) => void): Finding[] {
  if (isUndefined(part.value)) return [];
  return findingsOf(file, nameOfProperty(part), () => check(''));
}

function checkValue(file: ProjectFile, { value }: Property, check: (value: unknown) => void): Finding[] {
  const literal = literalOf(value);
  // Of a string that is not a literal only the end is known.
  const isKnown = literal && (typeof literal.value !== 'string' || literal.node.type === 'StringLiteral');
  return isKnown ? findingsOf(file, value, () => check(literal.value)) : [];
}

function findingsOf(file: ProjectFile, { span }: Property['node'], check: () => void): Finding[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!WorkflowError.is(error)) throw error;
    return OPTION_CODES.includes(error.code) ? [createFinding(file, span, error)] : [];
  }
}
