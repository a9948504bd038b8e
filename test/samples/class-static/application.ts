import { registerStep, calledDirectly, markWorkflow, registerClass } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//mail", mail); import { EOL } from 'node:os';

export class Mailer {
  static sender = 'me';
  static async send(to: string) {
    
    return `${this.sender} to ${to} ${EOL.length}`;
  } static { registerStep("step//./input//Mailer.send", this.send, this); }
  static async #hidden(to: string) {
    
    return `hidden ${to} ${EOL.length}`;
  } static { registerStep("step//./input//Mailer.#hidden", this.#hidden); }
  static async 'other-name'() {
    
    return EOL.length;
  } static { registerStep("step//./input//Mailer.other-name", this["other-name"]); }
  static run = registerStep("step//./input//Mailer.run", { run: async (n: number) => {
    
    return n + EOL.length;
  } }.run);
  static async both(to: string) {
    return [await Mailer.send(to), await Mailer.#hidden(to), await Mailer['other-name'](), await Mailer.run(1)];
  }; static { registerClass("class//./input//Mailer", this, "Mailer"); }
}

export async function mail() { return calledDirectly("workflow//./input//mail"); }
