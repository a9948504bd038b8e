import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; registerWorkflow("workflow//./input//flow", flow); 

class Settings {
  static #level = 1;
  static get level() { return stepProxy("step//./input//Settings.level")(); }
  static get plain() {
    return 'plain';
  }
  static set plain(_value: string) {}
}

export async function flow() {
  
  return [await Settings.level, Settings.plain];
}
