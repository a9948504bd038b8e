/** The errors of `values/`: what cannot be carried, what cannot be read back, what is no duration. */
import { defineErrors } from '../contract/errors.ts';

const ACCEPTED_DURATIONS =
  'pass milliseconds (a finite number, 0 or more), text such as "250ms", "30s", "5 minutes" or "2d", or a valid Date.';

export const createValueError = defineErrors({
  value_not_serializable: {
    message: ({ path, found }: { path: string; found: string; fix: string }) =>
      `${path} is ${found}, which cannot be passed between workflow and steps.`,
    fix: ({ fix }) => fix,
  },
  value_read_failed: {
    message: ({ path, reason }: { path: string; reason: string }) => `Reading ${path} failed: ${reason}.`,
    fix: () => 'see the cause; pass a plain copy of the data instead.',
  },
  value_too_deep: {
    message: ({ what }: { what: string }) => `${what} is nested too deeply to be stored.`,
    fix: () => 'pass a flat structure, such as an array of rows with ids, instead of a long chain of objects.',
  },
  value_body_unread: {
    message: ({ path, kind }: { path: string; kind: string }) =>
      `${path} is a ${kind} whose body has not been read yet, so it cannot be passed from here.`,
    fix: () => 'read it first (await value.arrayBuffer()) and pass the bytes, or a new one made from the bytes.',
  },
  value_body_used: {
    message: ({ path, kind }: { path: string; kind: string }) =>
      `${path} is a ${kind} whose body was already read or is locked, so it cannot be passed.`,
    fix: () => 'pass value.clone() made before reading, or pass the data that was read.',
  },
  value_stream_foreign: {
    message: ({ path, kind }: { path: string; kind: string }) =>
      `${path} is a ${kind} that belongs to no run, so it cannot be passed from here.`,
    fix: ({ kind }) =>
      kind === 'ReadableStream'
        ? 'read it and pass what it holds, or make it in a step: what a step returns is stored in its run.'
        : 'pass getWritable(), which writes to a stream of the run.',
  },
  value_stream_in_workflow: {
    message: () => 'A workflow cannot read a stream by itself, because what it reads would not be recorded.',
    fix: () => 'pass the stream to a step and read it there.',
  },
  value_stream_outside: {
    message: ({ stream }: { stream: string }) =>
      `The stream "${stream}" of a run can be written by steps and workflows only.`,
    fix: () => "write to it in a function that begins with 'use step' or 'use workflow'.",
  },
  value_class_unregistered: {
    message: ({ path, name }: { path: string; name: string }) =>
      `${path} is an instance of ${name}, which has serialization methods but is not known to the build.`,
    fix: () => 'declare it at the top level of a module that workflow or step files import.',
  },
  value_model_not_storable: {
    message: ({ path }: { path: string }) =>
      `${path} is a model of the AI SDK, which would be stored with the key of its provider.`,
    fix: () => 'make it in the step that uses it, or pass a model of workflow/agent/providers.',
  },
  value_class_unknown: {
    message: ({ classId }: { classId: string }) =>
      `A stored value needs the class ${classId}, which this build does not have.`,
    fix: () => 'bring the class back under its old name and file, or let the runs that use it finish on the old build.',
  },
  value_class_failed: {
    message: ({ classId, reason }: { classId: string; reason: string }) =>
      `The class ${classId} could not make an instance of a stored value: ${reason}.`,
    fix: () => 'let its deserialize method also read what earlier versions of its serialize method wrote.',
  },
  value_class_cyclic: {
    message: ({ what, classId }: { what: string; classId: string }) =>
      `${what} has an instance of ${classId} that contains itself through its serialized data.`,
    fix: () => 'leave the reference back out of what the serialize method returns, and restore it in deserialize.',
  },
  value_reference_unsupported: {
    message: ({ kind }: { kind: string }) => `A ${kind} cannot be used on this side of a workflow.`,
    fix: () => 'pass plain data to this place instead.',
  },
  value_payload_invalid: {
    message: ({ reason }: { reason: string }) => `A stored value cannot be read: ${reason}.`,
    fix: () => 'the journal was changed from outside or written by a newer version; update this process.',
  },
  value_stored_missing: {
    message: ({ run, stream }: { run: string; stream: string }) =>
      `Values that a step was given are not in the store any more (stream "${stream}" of ${run}).`,
    fix: () =>
      'the run was deleted while the step began, or the store was changed from outside; start the workflow again.',
  },
  duration_invalid: {
    message: ({ found }: { found: string }) => `${found} is not a duration.`,
    fix: () => ACCEPTED_DURATIONS,
  },
});
