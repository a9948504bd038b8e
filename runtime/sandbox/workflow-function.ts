/** `Function` of workflow code: it makes no code from text, but knows the text by which libraries find the globals. */
import { GLOBAL_OBJECT_CODE } from '../contract/sandbox-globals.ts';
import { defineBuiltin } from './define-builtin.ts';
import { globalError } from './forbidden-globals.ts';
import { requireScope } from './run-scope.ts';

const FROM_TEXT = {
  name: 'Function()',
  reason: 'Code that is made from text is not in the bundle, so it cannot be replayed.',
  instead: 'write the code as a function, or move it into a step.',
};

/** Puts it in the place of the realm's own constructor, also where functions lead to it. */
export function createWorkflowFunction(): FunctionConstructor {
  function constructFunction(...texts: unknown[]): unknown {
    if (texts.length !== 1 || !GLOBAL_OBJECT_CODE.test(String(texts[0])))
      throw globalError('sandbox_global_unavailable', FROM_TEXT);
    const { runGlobal } = requireScope();
    return function anonymous(this: unknown) {
      return this ?? runGlobal;
    };
  }
  Object.defineProperties(constructFunction, {
    name: { value: 'Function' },
    length: { value: 1 },
    prototype: { value: Function.prototype, writable: false },
  });
  defineBuiltin(Function.prototype, 'constructor', constructFunction);
  return constructFunction as unknown as FunctionConstructor;
}
