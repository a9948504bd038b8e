export async function flow() {
  'use workflow';
  'use step';
}
