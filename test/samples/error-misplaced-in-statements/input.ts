export async function flow(n: number) {
  if (n > 0) {
    'use step';
  } else 'use step';
  for (;;) {
    'use workflow';
    break;
  }
  while (n) 'use step';
  switch (n) {
    case 1:
      'use step';
  }
  try {
    'use step';
  } catch {
    'use step';
  } finally {
    'use step';
  }
  label: 'use step';
  return n;
}
