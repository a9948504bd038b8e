export function factory() {
  return async () => {
    'use workflow';
  };
}
if (factory.length === 0) {
  async function inBlock() {
    'use workflow';
  }
}
