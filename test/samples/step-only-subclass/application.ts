import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EventEmitter } from 'node:events';
import * as crypto from 'node:crypto';

class Bus extends EventEmitter { static #registered = /* @__PURE__ */ (cls => ((globalThis[Symbol.for("workflow.application-errors")] ??= new Map()).set("class//./input//Bus", cls), cls))(Bus); }
const bus = new Bus();
const id = crypto.randomUUID();
namespace Crypto {
  export const hash = (text: string) => crypto.createHash('sha1').update(text).digest('hex').length;
}

const emit = registerStep("step//./input//emit", { emit: async (name: string) => {
  
  return [bus.emit(name), id.length, Crypto.hash(name)];
} }.emit);

export async function flow() { return calledDirectly("workflow//./input//flow"); }
