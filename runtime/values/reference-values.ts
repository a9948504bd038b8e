/** Values that are stored as a name: step functions, classes and streams; and instances, which name their class. */
import { isStorableClass, WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE, type StorableClass } from './class-registry.ts';
import type { CodecEnvironment, StepReference } from './codec-environment.ts';
import { describeReason } from './describe-value.ts';
import { createValueError } from './messages.ts';
import { isError } from './error-values.ts';
import { defineValueType, EncodeFailure, type EncodeSession, type ValueType } from './value-type.ts';
import { isInstance, web } from './web-values.ts';

/** The types whose values are functions, in the order in which they are tried. */
export function createFunctionTypes(environment: CodecEnvironment): ValueType[] {
  const { steps } = environment;
  return [
    defineValueType<StepReference>({
      tag: 'Step',
      matches: (fn) => steps !== undefined && steps.toReference(fn) !== null,
      encode(fn: object) {
        // The id comes first: it must be there when the function occurs inside its own other parts.
        const { stepId, ...parts } = steps!.toReference(fn)!;
        return { stepId, ...parts };
      },
      // The function reads the parts when it is called, so nothing is left to fill in.
      decode(data) {
        if (steps === undefined) throw createValueError('value_reference_unsupported', { kind: 'step function' });
        return steps.fromReference(data);
      },
      fill: () => {},
    }),
    defineValueType<{ class: string }>({
      tag: 'Class',
      matches: (cls) => environment.classes?.idOf(cls) !== undefined,
      encode: (cls: object) => ({ class: environment.classes!.idOf(cls)! }),
      decode: (data) => findClass(environment, data.class),
    }),
  ];
}

/** The type of instances of classes that have the serialization symbols. */
export function createInstanceType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  return defineValueType<{ class: string; data: unknown }>({
    tag: 'Instance',
    // An error whose class is unknown can still be stored, as an error.
    matches: (value) =>
      isStorableClass(value.constructor) &&
      (environment.classes?.idOf(value.constructor) !== undefined || !isError(value)),
    encode(instance: object) {
      refuseModel(instance);
      const cls = instance.constructor as unknown as StorableClass;
      const classId = environment.classes?.idOf(cls);
      if (classId === undefined) {
        const { name } = cls;
        throw new EncodeFailure(instance, (path) => createValueError('value_class_unregistered', { path, name }));
      }
      session.noteInstance();
      return { class: classId, data: cls[WORKFLOW_SERIALIZE](instance) };
    },
    decode(data) {
      const cls = findClass(environment, data.class) as StorableClass;
      try {
        return cls[WORKFLOW_DESERIALIZE](data.data);
      } catch (error) {
        throw createValueError('value_class_failed', { classId: data.class, reason: describeReason(error) }, error);
      }
    },
  });
}

/** Version 7 of the AI SDK gives its models a serialize method whose result contains the Authorization header. */
function refuseModel(instance: object): void {
  const { specificationVersion, modelId } = instance as { specificationVersion?: unknown; modelId?: unknown };
  if (typeof specificationVersion !== 'string' || typeof modelId !== 'string') return;
  throw new EncodeFailure(instance, (path) => createValueError('value_model_not_storable', { path }));
}

/** The type of streams, which are stored as references to streams of runs. */
export function createStreamType(environment: CodecEnvironment, session: EncodeSession): ValueType {
  const { streams } = environment;
  return defineValueType<object>({
    tag: 'Stream',
    matches: (value) => streams !== undefined && (isStream(value) || streams.toReference(value) !== null),
    encode: (stream: object) => streams!.toReference(stream) ?? session.streamOf(stream),
    decode(data) {
      if (streams === undefined) throw createValueError('value_reference_unsupported', { kind: 'stream' });
      return streams.fromReference(data);
    },
  });
}

const isStream = (value: object): boolean =>
  isInstance(value, web.ReadableStream) || isInstance(value, web.WritableStream);

function findClass(environment: CodecEnvironment, classId: string): object {
  const cls = environment.classes?.get(classId);
  if (cls === undefined) throw createValueError('value_class_unknown', { classId });
  return cls;
}
