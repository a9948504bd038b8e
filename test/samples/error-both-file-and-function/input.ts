'use step';

export async function flow() {
  'use workflow';
}
