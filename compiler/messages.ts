/** Every message of the compiler: one code, one text, one fix. */
import { defineErrors } from '../runtime/contract/errors.ts';

interface NewerNode {
  /** `"Promise.try"`, with its quotes. */
  subject: string;
  /** Major versions. */
  since: number;
  oldestNode: number;
  chain: string;
}

interface Named {
  /** The function, with its name in quotes: `Step "charge"`. */
  subject: string;
}

/** A change that nobody sees. */
interface Change {
  name: string;
  /** Where it is made: `step "charge"`. */
  target: string;
}

/** How messages name a function or class: `Step "charge"`. */
export function subjectOf({ kind, path }: { kind: 'workflow' | 'step' | 'class'; path: string }): string {
  return `${kind[0]!.toUpperCase()}${kind.slice(1)} "${path}"`;
}

/**
 * Makes an error of the compiler by its code. The message of each code asks for what it has to say: the function, the
 * name, the reason.
 */
export const compileError = defineErrors({
  compile_syntax_invalid: {
    message: ({ reason }: { reason: string }) => `This file cannot be parsed: ${reason}.`,
    fix: () => 'correct the syntax here or just before',
  },
  compile_module_commonjs: {
    message: () => 'A file with directives must be an ES module, but this one is CommonJS.',
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
    message: ({ subject }: Named) =>
      `${subject} must not be a setter or a constructor: neither returns a result to store.`,
    fix: () => 'make it an async method',
  },
  compile_step_computed: {
    message: ({ subject }: Named) => `${subject} has a computed name, so it has no stable id.`,
    fix: () => 'write its name in the source',
  },
  compile_step_namespace: {
    message: ({ subject }: Named) => `${subject} must not be inside a TypeScript namespace.`,
    fix: () => 'move it to the top level of the file',
  },
  compile_step_private: {
    message: ({ subject }: Named) => `${subject} is private, so nothing outside its instance can call it.`,
    fix: () => 'remove the "#", or make it a static method',
  },
  compile_step_context: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses "${name}" of the enclosing function, which cannot be stored.`,
    fix: () => 'pass the value that it needs as an argument',
  },
  data_argument_mutated: {
    message: ({ name, target }: Change) =>
      `This change of "${name}" is lost: ${target} works on a copy of its arguments.`,
    fix: ({ name }) => `return "${name}" from the step, and use the result in the caller`,
  },
  compile_capture_mutated: {
    message: ({ name, target }: Change) =>
      `This change of "${name}" is lost: ${target} works on copies of the variables around it.`,
    fix: () => 'return what is new from the step, and change the variable outside of it',
  },
  compile_self_mutated: {
    message: ({ name, target }: Change) => `This change of "${name}" is lost: ${target} works on a copy of "this".`,
    fix: () => 'return what is new from the step, and change the object outside of it',
  },
  compile_step_instance: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses "this", but the class "${name}" does not define how to store its instances.`,
    fix: () =>
      'add the static methods [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE] to the class, or pass the values as arguments',
  },
  compile_step_class: {
    message: ({ subject }: Named) => `${subject} must not belong to a class that is declared inside a function.`,
    fix: () => 'move the class to the top level of the file',
  },
  compile_directive_misplaced: {
    message: ({ directive }: { directive: string }) =>
      `"${directive}" has no effect here: a directive must be the first statement of a function body or of a file, in quotes.`,
    fix: () => 'move it to the first line of the function body',
  },
  compile_directive_joined: {
    message: ({ directive }: { directive: string }) =>
      `"${directive}" has no effect here: JavaScript reads it as one expression with the code next to it.`,
    fix: () => 'end it with a semicolon and put it on the first line of the function body',
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
      `${subject} assigns "${name}", a variable of the enclosing function, but a step runs elsewhere and has only a copy.`,
    fix: ({ name }: Named & { name: string }) =>
      `return the new value from the step, and assign it to "${name}" outside`,
  },
  compile_capture_ambiguous: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses two variables named "${name}", which clash when the step is moved out of the enclosing function.`,
    fix: () => 'rename one of them',
  },
  compile_capture_function: {
    message: ({ subject, name }: Named & { name: string }) =>
      `${subject} uses "${name}", which cannot be moved out with it: it contains a step, or uses "this" of an enclosing function.`,
    fix: ({ name }: Named & { name: string }) => `move "${name}" to the top level of the file, or into the step`,
  },
  compile_workflow_nested: {
    message: ({ subject }: Named) => `${subject} must be at the top level of a file: a run finds it by its name.`,
    fix: () => 'move it out of the enclosing function',
  },
  compile_workflow_method: {
    message: ({ subject }: Named) => `${subject} must not be a method of an instance or object: a run has no "this".`,
    fix: () => 'make it a static method, or a function at the top level of the file',
  },
  compile_workflow_wrapped: {
    message: ({ subject }: Named) =>
      `${subject} is wrapped in another function, but a run begins with the function itself: what is around it would never run.`,
    fix: () => 'export the workflow as it is, and do in its body what the wrapper does',
  },
  compile_export_illegal: {
    message: ({ what, directive }: { what: string; directive: string }) =>
      `A file that starts with '${directive}' may export only async functions and types, but this exports ${what}.`,
    fix: () => 'move it to another file, or put the directive into each function instead',
  },
  compile_directive_in_component: {
    message: ({ directive }: { directive: string }) =>
      `"${directive}" has no effect in a component: the build compiles only modules of JavaScript and TypeScript.`,
    fix: () => 'move the function to a module of its own, and import it here',
  },
  compile_file_outside_build: {
    message: () =>
      'The application imports this file, but the build of the workflows does not hold it: its bundler met it too late.',
    fix: () => 'name the folder of the file in "dirs"',
  },
  compile_id_duplicate: {
    message: ({ subject, other }: Named & { other: string; packageName: string | null }) =>
      `${subject} has the same id as the one at ${other}.`,
    fix: ({ packageName }) =>
      packageName === null
        ? 'rename one of the two files, functions or classes'
        : `the package "${packageName}" is there twice: install one version for all that need it, \`npm dedupe\` may do so`,
  },
  compile_step_unregistered: {
    message: ({ subject }: Named) =>
      `${subject} is called by workflows but is not in the step bundle. This is a bug in the compiler.`,
    fix: () => 'report it together with this file',
  },
  compile_directive_unprocessed: {
    message: ({ directive, view }: { directive: string; view: string }) =>
      `"${directive}" was not processed in the ${view} view. This is a bug in the compiler.`,
    fix: () => 'report it together with this file; until then, write the function as a plain declaration',
  },
  compile_builtin_reached: {
    message: ({ builtin, names, chain }: { builtin: string; names: string; chain: string }) =>
      `Workflow code uses ${names}"${builtin}", which exists only in Node.${chain}`,
    fix: () => `move it into a 'use step' function`,
  },
  compile_package_unsuited: {
    message: ({ name, why, chain }: { name: string; why: string; chain: string; instead: string }) =>
      `Workflow code uses the package "${name}", which ${why}.${chain}`,
    fix: ({ instead }: { name: string; why: string; chain: string; instead: string }) => instead,
  },
  compile_global_reached: {
    message: ({ name, reason, chain }: { name: string; reason: string; chain: string; instead: string }) =>
      `Workflow code uses "${name}", which the sandbox does not have. ${reason}${chain}`,
    fix: ({ instead }: { name: string; reason: string; chain: string; instead: string }) => instead,
  },
  compile_node_newer: {
    message: ({ subject, since, oldestNode, chain }: NewerNode) =>
      `${subject} needs Node ${since}, but runs of this project may continue on Node ${oldestNode}.${chain}`,
    fix: ({ since }: NewerNode) =>
      `write it without, or put "engines": { "node": ">=${since}" } into package.json if every server has that`,
  },
  compile_module_throws: {
    message: ({ error, where }: { error: string; where: string }) =>
      `This throws when a run loads its modules: ${error}.${where}`,
    fix: ({ error }) =>
      /Reflect\.\w*[mM]etadata\w* is not/.test(error)
        ? `import 'reflect-metadata' in this file, before it: the entry of the server, which may do that, is not loaded in runs`
        : `move it into a 'use step' function, or into a file that only steps import`,
  },
  compile_name_early: {
    message: ({ name, file }: { name: string; file: string }) =>
      `This uses "${name}" before ${file} has run, because the two files import each other: it is undefined in workflows, and plain code throws here.`,
    fix: () => 'move what both files need to a third one, or use it in a function that runs later',
  },
  compile_setup_missing: {
    message: ({ subject, reason }: { subject: string; reason: string }) =>
      `Workflow code uses what "${subject}" changes here, but this cannot run in a workflow: ${reason}.`,
    fix: () => 'move what needs the host into a step or a file of its own, and keep this call free of it',
  },
  compile_code_left_out: {
    message: ({ reason }: { reason: string }) =>
      `This runs in steps and in the application, but not in workflows: ${reason}.`,
    fix: () => 'move it to a file that only steps import, if workflows do not need it',
  },
  compile_import_unresolved: {
    message: ({ specifier }: { specifier: string }) => `"${specifier}" cannot be found.`,
    fix: () => 'install the package, or correct the path',
  },
  compile_await_toplevel: {
    message: () =>
      'Workflow code must not use "await" at the top level of a module: a run loads its modules without waiting.',
    fix: () => 'move the "await" into a step',
  },
  compile_import_meta: {
    message: () => '"import.meta" is empty in workflow code: at run time that code is not in a file.',
    fix: () => 'read it in a step',
  },
  compile_step_file: {
    message: ({ specifier, reason }: { specifier: string; reason: string }) =>
      `The build cannot take "${specifier}" along for the steps: ${reason}.`,
    fix: () => 'use a path that the deployed server has, such as one from its settings',
  },
  compile_bundle_failed: {
    message: ({ reason }: { reason: string }) => `The bundler reports: ${reason}`,
  },
  compile_tsconfig_unreadable: {
    message: ({ reason }: { reason: string }) => `The build ignores a tsconfig.json and its path aliases: ${reason}.`,
    fix: () => 'let your framework generate the missing file, or correct "extends"',
  },
  compile_error_private: {
    message: ({ name, field }: { name: string; field: string }) =>
      `Errors of the class ${name} lose their private field ${field} when a workflow, a step or the application gets them: their constructor does not run again.`,
    fix: () =>
      'make the field public, or give the class static [WORKFLOW_SERIALIZE] and [WORKFLOW_DESERIALIZE] methods',
  },
  compile_function_anonymous: {
    message: ({ kind }: { kind: string }) =>
      `This ${kind} has no name, so its id depends on its position: running workflows lose it when another one is added before it.`,
    fix: () => 'give the function a name, or assign it to a constant',
  },
  compile_function_namesake: {
    message: ({ subject }: Named) =>
      `${subject} has the name of another one here, so its id depends on their order: running workflows lose it when another one is added before it.`,
    fix: () => 'give it, or the constant that holds it, a name of its own',
  },
});
