/** Values that cross as a name: functions of steps and workflows, classes, streams. And instances, which name their class. */
import { isSerializableClass, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE, type SerializableClass } from './class-registry.ts';
import type { CodecEnvironment, StepReference, StepReferences, WorkflowReferences } from './codec-environment.ts';
import { createValueError } from './messages.ts';
import { defineValueType, EncodeFailure, type ValueType } from './value-type.ts';

/** Types of which values are functions, in the order in which they are asked. */
export function createFunctionTypes(environment: CodecEnvironment): ValueType[] {
  const steps = environment.steps ?? defaultSteps;
  const workflows = environment.workflows ?? defaultWorkflows;
  return [
    defineValueType<object, StepReference>({
      tag: 'Step',
      matches: (fn) => steps.toReference(fn) !== null,
      encode(fn) {
        const { stepId, ...parts } = steps.toReference(fn)!;
        return { ...parts, stepId };
      },
      decode: (data) => steps.fromReference(data),
      cyclic: { lastPart: 'stepId' },
    }),
    defineValueType<object, { workflowId: string }>({
      tag: 'Workflow',
      matches: (fn) => workflows.toReference(fn) !== null,
      encode: (fn) => workflows.toReference(fn)!,
      decode: (data) => workflows.fromReference(data),
    }),
    defineValueType<object, { class: string }>({
      tag: 'Class',
      matches: (cls) => environment.classes?.idOf(cls) !== undefined,
      encode: (cls) => ({ class: environment.classes!.idOf(cls)! }),
      decode: (data) => findClass(environment, data.class),
    }),
  ];
}

/** An instance of a class that has the serialization symbols. */
export function createInstanceType(environment: CodecEnvironment): ValueType {
  return defineValueType<object, { class: string; data: unknown }>({
    tag: 'Instance',
    matches: (value) => isSerializableClass(value.constructor),
    encode(instance) {
      const cls = instance.constructor as unknown as SerializableClass;
      const classId = environment.classes?.idOf(cls);
      if (classId === undefined) {
        const { name } = cls;
        throw new EncodeFailure(instance, (path) => createValueError('value_class_unregistered', { path, name }));
      }
      return { class: classId, data: cls[WORKFLOW_SERIALIZE](instance) };
    },
    decode(data) {
      return (findClass(environment, data.class) as SerializableClass)[WORKFLOW_DESERIALIZE](data.data);
    },
  });
}

export function createStreamType(environment: CodecEnvironment): ValueType {
  const { streams } = environment;
  return defineValueType<object, object>({
    tag: 'Stream',
    matches: (value) => streams !== undefined && streams.toReference(value) !== null,
    encode: (stream) => streams!.toReference(stream)!,
    decode(data) {
      if (streams === undefined) throw createValueError('value_reference_unsupported', { kind: 'stream' });
      return streams.fromReference(data);
    },
  });
}

const defaultSteps: StepReferences = {
  toReference(fn) {
    const { stepId } = fn as { stepId?: unknown };
    return typeof stepId === 'string' ? { stepId } : null;
  },
  fromReference() {
    throw createValueError('value_reference_unsupported', { kind: 'step function' });
  },
};

const defaultWorkflows: WorkflowReferences = {
  toReference(fn) {
    const { workflowId } = fn as { workflowId?: unknown };
    return typeof workflowId === 'string' ? { workflowId } : null;
  },
  fromReference() {
    throw createValueError('value_reference_unsupported', { kind: 'workflow function' });
  },
};

function findClass(environment: CodecEnvironment, classId: string): object {
  const cls = environment.classes?.get(classId);
  if (cls === undefined) throw createValueError('value_class_unknown', { classId });
  return cls;
}
