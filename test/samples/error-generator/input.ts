export async function* flow() {
  'use workflow';
}

function* step() {
  'use step';
}
