import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

class Settings {
  static #level = 1;
  static get level(): Promise<number> {
    
    return Promise.resolve(Settings.#level + EOL.length);
  } static { registerStep("step//./input//Settings.level", Object.getOwnPropertyDescriptor(this, "level").get); }
  static get plain() {
    return 'plain';
  }
  static set plain(_value: string) {}
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
