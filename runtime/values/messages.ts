/** The errors of values that cannot be stored, stored values that cannot be read, and invalid durations. */
import { defineErrors } from '../contract/errors.ts';
import { nameOf, placedNameOf } from '../contract/ids.ts';

const ACCEPTED_DURATIONS =
  'pass milliseconds (a finite number, 0 or more), text such as "250ms", "30s", "5 minutes" or "2d", or a valid Date.';

/**
 * Makes an error about a value. `path` leads to the value, such as `args[0].user`; `what` names it, such as `result`.
 */
export const createValueError = defineErrors({
  value_not_serializable: {
    message: ({ path, found }: { path: string; found: string; fix: string }) =>
      `${path} is ${found}, which cannot be passed between workflow and steps.`,
    fix: ({ fix }) => fix,
  },
  value_read_failed: {
    message: ({ path, reason }: { path: string; reason: string }) => `Reading ${path} failed: ${reason}.`,
    fix: () => 'see `cause`, and pass a plain copy of the data instead.',
  },
  value_too_deep: {
    message: ({ what }: { what: string }) => `${what} is nested too deeply to be stored.`,
    fix: () => 'pass a flat structure, such as an array of rows with ids.',
  },
  value_too_large: {
    message: ({ whole, bytesMax }: { whole: string; bytesMax: number }) =>
      `${whole} is too large to be stored: more than ${bytesMax / 2 ** 20} MB.`,
    fix: () => 'store it elsewhere and pass a reference, such as a path or a key; or raise WORKFLOW_VALUE_MB.',
  },
  value_body_unread: {
    message: ({ path, kind }: { path: string; kind: string }) =>
      `${path} is a ${kind} whose body has not been read yet, so it cannot be passed from here.`,
    fix: () => 'read it first (await value.arrayBuffer()), then pass the bytes or a new object made from them.',
  },
  value_body_used: {
    message: ({ path, kind }: { path: string; kind: string }) =>
      `${path} is a ${kind} whose body was already read or is locked, so it cannot be passed.`,
    fix: () => 'pass a clone() made before reading, or the data that was read.',
  },
  value_stream_foreign: {
    message: ({ path, kind }: { path: string; kind: string }) =>
      `${path} is a ${kind} that belongs to no run, so it cannot be passed from here.`,
    fix: ({ kind }) =>
      kind === 'ReadableStream'
        ? 'read it and pass its content, or return it from a step, which stores it in the run.'
        : 'pass getWritable(), which writes to a stream of the run.',
  },
  value_controller_copy: {
    message: () => 'This AbortController is a copy: it follows the one that was passed, and cannot abort that.',
    fix: () => 'let whoever made the controller abort it, such as the workflow when the step has returned.',
  },
  value_buffer_method: {
    message: ({ call }: { call: string }) =>
      `${call} needs Node's Buffer: workflow code has a copy of the bytes with a part of its methods.`,
    fix: () => 'call it in a step, or use Uint8Array, TextEncoder and TextDecoder.',
  },
  value_stream_in_workflow: {
    message: () => 'A workflow cannot read a stream, because the chunks would not be recorded.',
    fix: () => 'pass the stream to a step and read it there.',
  },
  value_stream_outside: {
    message: ({ stream }: { stream: string }) =>
      `Only steps and workflows can write to the stream "${stream}" of a run.`,
    fix: () => "write to it in a function that begins with 'use step' or 'use workflow'.",
  },
  value_class_unregistered: {
    message: ({ path, name }: { path: string; name: string }) =>
      `${path} is an instance of ${name}, which has serialization methods but is unknown to the build.`,
    fix: () => 'declare it at the top level of a module that workflow or step files import.',
  },
  value_model_not_storable: {
    message: ({ path }: { path: string }) =>
      `${path} is a model of the AI SDK, which would be stored with the key of its provider.`,
    fix: () => 'create it in the step that uses it, or pass a model from workflow/agent/providers.',
  },
  value_class_unknown: {
    message: ({ classId }: { classId: string }) =>
      `A stored value needs the class ${placedNameOf(classId)}, which is not in this build.`,
    fix: () => 'restore the class under its old name and file, or let the runs that use it finish on the old build.',
  },
  value_class_differs: {
    message: (p: { classId: string; found: string; at: string; taken: string; given: string }) =>
      `An instance of ${placedNameOf(p.classId)} that other code has stored gives ${p.given} as "${p.at}", and the class that is to read it (${p.found}) takes ${p.taken}.`,
    fix: () =>
      'deploy a build that also takes what others have stored, in WORKFLOW_DESERIALIZE or as fields of the error: fields and members of enums keep their names and values, and new fields may be left out. A run whose own class is the older one can go on with newer code: run.moveTo().',
  },
  value_class_failed: {
    message: ({ classId, reason }: { classId: string; reason: string }) =>
      `The class "${nameOf(classId)}" could not make an instance of a stored value: ${reason}.`,
    fix: () => 'make its deserialize method also read what earlier versions of its serialize method wrote.',
  },
  value_class_cyclic: {
    message: ({ what, classId }: { what: string; classId: string }) =>
      `${what} has an instance of "${nameOf(classId)}" that contains itself through its serialized data.`,
    fix: () => 'leave the back reference out of what the serialize method returns, and restore it in deserialize.',
  },
  value_reference_unsupported: {
    message: ({ kind }: { kind: string }) => `A stored ${kind} cannot be read here.`,
    fix: () => 'pass plain data to this place instead.',
  },
  value_payload_invalid: {
    message: ({ reason }: { reason: string }) => `A stored value cannot be read: ${reason}.`,
    fix: () => 'update this process if a newer version wrote the value; otherwise restore the store from a backup.',
  },
  value_stored_missing: {
    message: ({ run, stream }: { run: string; stream: string }) =>
      `Values that a step was given are no longer in the store (stream "${stream}" of ${run}).`,
    fix: () => 'start the workflow again: the run was deleted while the step began, or the store was changed.',
  },
  duration_invalid: {
    message: ({ found }: { found: string }) => `${found} is not a duration.`,
    fix: () => ACCEPTED_DURATIONS,
  },
});
