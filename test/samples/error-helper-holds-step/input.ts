export async function flow(base: number) {
  'use workflow';
  const helper = async (n: number) => {
    const inner = async () => {
      'use step';
      return n + base;
    };
    return inner();
  };
  const step = async () => {
    'use step';
    return helper(1);
  };
  return step();
}
