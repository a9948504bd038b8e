const z = 1;

export async function flow() {
  'use workflow';
  const x = 'outer';
  const helper = () => x;
  const readZ = () => z;
  {
    const x = 'inner';
    const z = 'inner z';
    const step = async () => {
      'use step';
      return [helper(), x];
    };
    const other = async () => {
      'use step';
      return [z, readZ()];
    };
    await step();
    await other();
  }
}
