import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//greet", greet); registerStep("step//./input//hello", hello); import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { EOL } from 'node:os';

const defineHandler = <T>(handler: T): T => Object.freeze(handler);

export const bus = new EventEmitter();
export const names = [EOL, createServer.name].map((name) => name.trim());
const server = createServer();
server.on('close', () => bus.emit('closed'));
process.on('exit', () => bus.emit('exit'));

const registry = new Map<string, number>();
['a', 'b'].forEach((name, index) => registry.set(name, index));
for (const name of ['c']) registry.set(name, 2);
registry.delete('a');

export async function greet() { return calledDirectly("workflow//./input//greet"); }

async function hello(name: string) {
  
  bus.emit('hello', name);
  return `hello ${name}`;
}

export default defineHandler(() => createServer(() => bus.emit('greet', greet)));
