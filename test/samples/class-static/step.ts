import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow, registerStepClass } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//mail", mail); import { EOL } from 'node:os';

export class Mailer {
  static sender = 'me';
  static async send(to: string) {
    
    return `${this.sender} to ${to} ${EOL.length}`;
  } static { registerStep("step//./input//Mailer.send", this.send, this); markStep("step//./input//Mailer.send", this.send); }
  static async #hidden(to: string) {
    
    return `hidden ${to} ${EOL.length}`;
  } static { step$1("step//./input//Mailer.#hidden", this.#hidden); }
  static async 'other-name'() {
    
    return EOL.length;
  } static { step$1("step//./input//Mailer.other-name", this["other-name"]); }
  static run = step$1("step//./input//Mailer.run", { run: async (n: number) => {
    
    return n + EOL.length;
  } }.run);
  static async both(to: string) {
    return [await Mailer.send(to), await Mailer.#hidden(to), await Mailer['other-name'](), await Mailer.run(1)];
  }; static { registerStepClass("class//./input//Mailer", this, "Mailer"); }
}

export async function mail() { return calledDirectly("workflow//./input//mail"); }
