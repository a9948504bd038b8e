import { EOL } from 'node:os';

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
  'use step';
  return [typeof VERSION, EOL.length];
}
export async function flow() {
  'use workflow';
  return [await load(), typeof external, typeof read];
}
