export async function flow(n: number) {
  'use workflow';
  return n;
}
