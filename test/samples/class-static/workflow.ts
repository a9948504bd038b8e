import { stepProxy, registerWorkflow, registerClass } from 'workflow/internal/compiled'; let step$1; let step$2; let step$3; registerWorkflow("workflow//./input//mail", mail); 

export class Mailer {
  static sender = 'me';
  static async send(...args) { return step$1.apply(this, args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Mailer.send", undefined, this.send, true, 1); }
  static async #hidden(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Mailer.#hidden", undefined, this.#hidden, undefined, 1); }
  static async 'other-name'(...args) { return step$3(...args); } static { step$3 = /* @__PURE__ */ stepProxy("step//./input//Mailer.other-name", undefined, this["other-name"]); }
  static run = /* @__PURE__ */ stepProxy("step//./input//Mailer.run", undefined, undefined, undefined, 1);
  static async both(to: string) {
    return [await Mailer.send(to), await Mailer.#hidden(to), await Mailer['other-name'](), await Mailer.run(1)];
  }; static { registerClass("class//./input//Mailer", this, "Mailer"); }
}

export async function mail(to: string) {
  
  return Mailer.both(to);
}
