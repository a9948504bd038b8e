/** Every message of the compiler: one code, one text, one fix. */
import { defineErrors } from '../runtime/contract/errors.ts';

interface Named {
  /** Which function, in quotes where it has a name: `Step "charge"`. */
  subject: string;
}

export const compileError = defineErrors({
  compile_syntax_invalid: {
    message: ({ reason }: { reason: string }) => `This file cannot be parsed: ${reason}.`,
    fix: () => 'correct the syntax here or just before',
  },
  compile_module_commonjs: {
    message: () => 'A file with directives must be an ES module, and this one is CommonJS.',
    fix: () => 'use "import" and "export" instead of "require" and "module.exports"',
  },
  compile_function_sync: {
    message: ({ subject }: Named) => `${subject} must be async because its result is stored.`,
    fix: () => 'add "async"',
  },
  compile_function_generator: {
    message: ({ subject }: Named) => `${subject} must not be a generator: its result is stored as one value.`,
    fix: () => 'make it an async function that returns an array, or write to a stream of getWritable()',
  },
  compile_step_accessor: {
    message: ({ subject }: Named) => `${subject} must not be a setter or constructor, which give no result to store.`,
    fix: () => 'make it an async method',
  },
  compile_step_computed: {
    message: ({ subject }: Named) => `${subject} has a computed name, so it gets no stable id.`,
    fix: () => 'give it a name that is written in the source',
  },
  compile_step_namespace: {
    message: ({ subject }: Named) => `${subject} must not stand in a TypeScript namespace.`,
    fix: () => 'move it to the top level of the file',
  },
  compile_step_private: {
    message: ({ subject }: Named) => `${subject} is a private member that nothing outside its instance can reach.`,
    fix: () => 'drop the "#", or make it a static method',
  },
  compile_step_context: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses "${name}" of the function around it, which cannot be stored.`,
    fix: () => 'pass what it needs as an argument',
  },
  compile_step_instance: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses "this", but class "${name}" does not say how its instances are passed to a step.`,
    fix: () =>
      'give the class static methods [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE], or pass what the step needs as arguments',
  },
  compile_step_class: {
    message: ({ subject }: Named) => `${subject} must not be a member of a class that is declared inside a function.`,
    fix: () => 'move the class to the top level of the file',
  },
  compile_directive_misplaced: {
    message: ({ directive }: { directive: string }) =>
      `"${directive}" has no effect here: a directive is the first statement of a function body or of a file, in quotes.`,
    fix: () => 'move it to the first line of the function body',
  },
  compile_directive_joined: {
    message: ({ directive }: { directive: string }) =>
      `"${directive}" is read as one expression with the code after or before it, so it has no effect.`,
    fix: () => 'write it as a statement of its own, with a semicolon, on the first line of the function body',
  },
  compile_directive_misspelled: {
    message: ({ written, directive }: { written: string; directive: string }) =>
      `"${written}" is not a directive. Did you mean "${directive}"?`,
    fix: ({ directive }: { written: string; directive: string }) => `write '${directive}'`,
  },
  compile_directive_both: {
    message: ({ subject }: { subject: string }) => `${subject} has both "use workflow" and "use step".`,
    fix: () => 'keep one: workflows call steps, steps do the work',
  },
  compile_export_sync: {
    message: ({ subject, kind }: Named & { kind: string }) =>
      `${subject} is not async, but the directive of this file makes every exported function a ${kind}.`,
    fix: () => 'add "async", or move it to a file without the directive',
  },
  compile_capture_assigned: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} changes "${name}", which belongs to the function around it; the step runs elsewhere, with a copy.`,
    fix: ({ name }: Named & { name: string }) =>
      `return the new value from the step and assign it to "${name}" outside`,
  },
  compile_capture_ambiguous: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses two different things that are both named "${name}" when it is moved out of the function around it.`,
    fix: () => 'rename one of them',
  },
  compile_capture_function: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses "${name}", which cannot be moved out with it: it holds a step, or belongs to a "this" around it.`,
    fix: ({ name }: Named & { name: string }) => `move "${name}" to the top level of the file, or into the step`,
  },
  compile_workflow_nested: {
    message: ({ subject }: Named) => `${subject} must stand at the top level of a file: a run finds it by its name.`,
    fix: () => 'move it out of the function around it',
  },
  compile_workflow_method: {
    message: ({ subject }: Named) => `${subject} must not be a method: a run has no "this".`,
    fix: () => 'make it a function at the top level of the file',
  },
  compile_export_illegal: {
    message: ({ what, directive }: { what: string; directive: string }) =>
      `A file that starts with '${directive}' may only export async functions and types; this exports ${what}.`,
    fix: () => 'move it to another file, or put the directive into the functions',
  },
  compile_id_duplicate: {
    message: ({ id, other }: { id: string; other: string }) => `The id "${id}" is taken: ${other} has the same one.`,
    fix: () => 'rename one of the two files, functions or classes',
  },
  compile_step_unregistered: {
    message: ({ id }: { id: string }) =>
      `The step "${id}" is used by a workflow but is missing in the step bundle. This is a defect of the compiler.`,
    fix: () => 'report it together with this file',
  },
  compile_directive_unprocessed: {
    message: ({ directive, view }: { directive: string; view: string }) =>
      `"${directive}" was not processed in the ${view} view. This is a defect of the compiler.`,
    fix: () => 'report it together with this file; until then, write the function as a plain declaration',
  },
  compile_builtin_reached: {
    message: ({ builtin, names, chain }: { builtin: string; names: string; chain: string }) =>
      `Workflow code uses ${names}"${builtin}", which exists only in Node. Workflows run in a sandbox so that they can be replayed.${chain}`,
    fix: () => `move it into a 'use step' function`,
  },
  compile_global_reached: {
    message: ({ name, reason, chain }: { name: string; reason: string; chain: string; instead: string }) =>
      `Workflow code uses "${name}", which is not available there. ${reason}${chain}`,
    fix: ({ instead }: { name: string; reason: string; chain: string; instead: string }) => instead,
  },
  compile_import_unresolved: {
    message: ({ specifier }: { specifier: string }) => `"${specifier}" cannot be found.`,
    fix: () => 'install the package, or correct the path',
  },
  compile_await_toplevel: {
    message: () =>
      'Workflow code must not wait at the top level of a module: its modules are evaluated at once when a run begins.',
    fix: () => 'move the "await" into a step',
  },
  compile_import_meta: {
    message: () => '"import.meta" is empty in workflow code, which has no file at run time.',
    fix: () => 'read it in a step',
  },
  compile_bundle_failed: {
    message: ({ reason }: { reason: string }) => `The bundler reports: ${reason}`,
  },
  compile_tsconfig_unreadable: {
    message: ({ reason }: { reason: string }) =>
      `A tsconfig.json was left out, with all import paths that it names: ${reason}.`,
    fix: () => 'have your framework generate the file that is missing, or correct "extends"',
  },
  compile_function_anonymous: {
    message: ({ kind, id }: { kind: string; id: string }) =>
      `This ${kind} has no name, so its id "${id}" changes when another one is added before it, and running workflows lose it.`,
    fix: () => 'give the function a name or assign it to a constant',
  },
});
