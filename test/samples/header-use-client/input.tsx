'use client';
import { EOL } from 'node:os';

export const Button = () => <button onClick={async () => { 'use server'; await load(); }}>go</button>;
async function load() {
  'use step';
  return EOL.length;
}
export async function flow() {
  'use workflow';
  return load();
}
