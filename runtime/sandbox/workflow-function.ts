/** `Function` of workflow code: it makes no code from text, but knows the text by which libraries find the globals. */
import { GLOBAL_OBJECT_CODE } from '../contract/sandbox-globals.ts';
import { defineBuiltin } from './define-builtin.ts';
import { forbidGlobal } from './forbidden-globals.ts';
import { requireScope } from './run-scope.ts';

/** Puts it in the place of the realm's own constructor, also where functions lead to it. */
export function createWorkflowFunction(): FunctionConstructor {
  const forbidden = forbidGlobal('Function()');
  function constructFunction(...texts: unknown[]): unknown {
    if (texts.length !== 1 || !GLOBAL_OBJECT_CODE.test(String(texts[0]))) return forbidden();
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
