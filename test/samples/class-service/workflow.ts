import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; registerWorkflow("workflow//./input//flow", flow); 
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
  async hash(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Hasher#hash", undefined, this.prototype.hash, true, 1); }; static { registerClass("class//./input//Hasher", this, "Hasher"); }
}

/** A private method would stay in the workflow view, and with it what it imports. */


export async function flow(text: string) {
  
  const hasher = new Hasher('sha1');
  return [await hasher.hash(text), await new Hasher('sha256').hash(text)];
}
