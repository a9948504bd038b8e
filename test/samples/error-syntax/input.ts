export async function flow() {
  'use workflow';
  const x = ;
}
