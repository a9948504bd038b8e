
import { registerStep } from 'workflow:steps'; import { markStep } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//load", load); import { EOL } from 'node:os';
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
export async function load(id: Id): Promise<Order> {
  return { id, size: EOL.length };
}
export namespace Types {
  export type Key = string;
}
