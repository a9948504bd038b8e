'use step';
import { EOL } from 'node:os';

export type Mail = string;
export async function mail(to: string): Promise<Mail> {
  return `mail to ${to} ${EOL.length}`;
}
