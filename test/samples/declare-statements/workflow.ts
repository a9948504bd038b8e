import { stepProxy, registerWorkflow } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load); registerWorkflow("workflow//./input//flow", flow); 

declare const VERSION: string | undefined;
declare function external(): void;
declare global {
  interface Window {
    a: 1;
  }
  var shared: number;
}
declare module './nothing' {
  export const nothing: 1;
}
declare let read: () => Promise<number>;
declare class Ambient {}
declare enum Level {
  A,
}

async function load(...args) { return step$1(...args); }
export async function flow() {
  
  return [await load(), typeof external, typeof read];
}
