
import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load, undefined, 1); 
import type { Imported } from './imported';

export type Id = string;
export interface Order extends Imported {
  id: Id;
}
export type { Imported } from './imported';
export type * from './imported';
export declare const ambient: string;
export declare function later(): void;
export async function load(id: Id): Promise<Order>;
export async function load(...args) { return step$1(...args); }
export namespace Types {
  export type Key = string;
}
