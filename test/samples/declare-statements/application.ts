import { registerStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; registerStep("step//./input//load", load); markWorkflow("workflow//./input//flow", flow); import { EOL } from 'node:os';

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

async function load() {
  
  return [typeof VERSION, EOL.length];
}
export async function flow() { return calledDirectly("workflow//./input//flow"); }
