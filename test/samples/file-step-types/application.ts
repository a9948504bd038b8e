
import { registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//load", load); import { EOL } from 'node:os';
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
