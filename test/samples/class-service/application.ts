import { registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { createHash } from 'node:crypto';
import { WORKFLOW_DESERIALIZE, WORKFLOW_SERIALIZE } from 'workflow';

/** A service whose instances travel with each call. */
export class Hasher {
  #algorithm: string;
  constructor(algorithm: string) {
    this.#algorithm = algorithm;
  }
  static [WORKFLOW_SERIALIZE](hasher: Hasher) {
    return { algorithm: hasher.#algorithm };
  }
  static [WORKFLOW_DESERIALIZE](data: { algorithm: string }) {
    return new Hasher(data.algorithm);
  }
  async hash(text: string) {
    
    return digest(this.#algorithm, text);
  } static { registerStep("step//./input//Hasher#hash", this.prototype.hash); }; static { registerClass("class//./input//Hasher", this, "Hasher"); }
}

/** A private method would stay in the workflow view, and with it what it imports. */
function digest(algorithm: string, text: string) {
  return createHash(algorithm).update(text).digest('hex').slice(0, 6);
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
