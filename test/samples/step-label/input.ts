import { basename } from 'node:path';
import { Pool } from './pool';

const pool = new Pool();
const short = (path: string) => `${basename(path)} of ${pool.size}`;

async function resize(path: string) {
  'use step';
  return basename(path);
}
resize.label = short;

async function mail(to: string) {
  'use step';
  return basename(to);
}
Object.assign(mail, {
  label(to: string) {
    return basename(to);
  },
  chart: { label: 'Mail' },
});
const remove = Object.assign(
  async (path: string) => {
    'use step';
    return basename(path);
  },
  { maxRetries: 1, label: (path: string) => short(path) },
);

export async function flow() {
  'use workflow';
  const { chart } = mail as unknown as { chart: { label: string } };
  return [await resize('a/b.png'), await mail('a/c'), await remove('a/d'), chart.label, typeof resize.label];
}
