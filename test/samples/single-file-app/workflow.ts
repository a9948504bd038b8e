import { registerWorkflow, stepProxy } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//greet", greet); const step$1 = /* @__PURE__ */ stepProxy("step//./input//hello", undefined, hello, undefined, 1); import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { EOL } from 'node:os';

const defineHandler = <T>(handler: T): T => Object.freeze(handler);

export const bus = /* @__PURE__ */ (() => (new EventEmitter()))();
export const names = /* @__PURE__ */ (() => ([EOL, createServer.name].map((name) => name.trim())))();




const registry = /* @__PURE__ */ (() => (new Map<string, number>()))();
['a', 'b'].forEach((name, index) => registry.set(name, index));
for (const name of ['c']) registry.set(name, 2);
registry.delete('a');

export async function greet(name: string) {
  
  return [await hello(name), ...registry.keys()];
}

async function hello(...args) { return step$1(...args); }

export default /* @__PURE__ */ (() => (defineHandler(() => createServer(() => bus.emit('greet', greet)))))();
