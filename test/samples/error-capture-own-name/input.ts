export async function flow() {
  'use workflow';
  let step = async () => {
    'use step';
    step = async () => {};
  };
  await step();
}
