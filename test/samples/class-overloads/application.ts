import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

export class Text {
  static async size(text: string): Promise<number>;
  static async size(list: readonly string[]): Promise<number>;
  static async size(value: string | readonly string[]): Promise<number> {
    
    return value.length + EOL.length;
  } static { registerStep("step//./input//Text.size", this.size); }
  public static override?: string;
  protected static async hidden<T>(this: void, value: T): Promise<T> {
    
    return value;
  } static { registerStep("step//./input//Text.hidden", this.hidden); }
  static all() {
    return [Text.size('abc'), Text.size(['a']), Text.hidden(5)];
  }
}

export async function flow() { return calledDirectly("workflow//./input//flow"); }
