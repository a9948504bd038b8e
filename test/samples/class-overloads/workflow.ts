import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; let step$1; let step$2; registerWorkflow("workflow//./input//flow", flow); 

export class Text {
  static async size(text: string): Promise<number>;
  static async size(list: readonly string[]): Promise<number>;
  static async size(...args) { return step$1(...args); } static { step$1 = /* @__PURE__ */ stepProxy("step//./input//Text.size", undefined, this.size, undefined, 1); }
  public static override?: string;
  protected static async hidden(...args) { return step$2(...args); } static { step$2 = /* @__PURE__ */ stepProxy("step//./input//Text.hidden", undefined, this.hidden, undefined, 1); }
  static all() {
    return [Text.size('abc'), Text.size(['a']), Text.hidden(5)];
  }
}

export async function flow() {
  
  return Promise.all(Text.all());
}
