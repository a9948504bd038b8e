import { EOL } from 'node:os';

export function read(path: string): Promise<string>;
export function read(path: string, size: number): Promise<number>;
export async function read(path: string, size?: number): Promise<string | number> {
  'use step';
  return size === undefined ? path + EOL.length : size;
}

export function flow(path: string): Promise<unknown[]>;
export async function flow(path: string): Promise<unknown[]> {
  'use workflow';
  return [await read(path), await read(path, 3)];
}
