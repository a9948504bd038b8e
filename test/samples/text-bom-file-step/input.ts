'use step';

export async function größe() {
  return '🎉'.length;
}
