import { run } from './run';

run(async () => {
  'use step';
});

export async function flow() {
  'use workflow';
  await run(async () => {
    'use step';
    return 1;
  });
  await run(async () => {
    'use step';
    return 2;
  });
}
