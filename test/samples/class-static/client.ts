import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//mail", mail); import { EOL } from 'node:os';

export class Mailer {
  static sender = 'me';
  static async send(to: string) {
    
    return `${this.sender} to ${to} ${EOL.length}`;
  } static { markStep("step//./input//Mailer.send", this.send); }
  static async #hidden(to: string) {
    
    return `hidden ${to} ${EOL.length}`;
  } static { markStep("step//./input//Mailer.#hidden", this.#hidden); }
  static async 'other-name'() {
    
    return EOL.length;
  } static { markStep("step//./input//Mailer.other-name", this["other-name"]); }
  static run = markStep("step//./input//Mailer.run", { run: async (n: number) => {
    
    return n + EOL.length;
  } }.run);
  static async both(to: string) {
    return [await Mailer.send(to), await Mailer.#hidden(to), await Mailer['other-name'](), await Mailer.run(1)];
  }
}

export async function mail() { return calledDirectly("workflow//./input//mail"); }
