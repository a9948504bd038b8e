'use step';

export async function* pages() {
  yield 1;
}
export const list = async function* () {};
