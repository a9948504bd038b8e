import { EOL } from 'node:os';
'use step';

export async function flow() {
  const x = EOL;
  'use workflow';
  return x;
}
async function template() {
  `use step`;
}
async function parentheses() {
  ('use step');
}
const arrow = async () => {
  {
    'use step';
  }
  if (EOL) 'use step';
};
class Shop {
  static {
    'use step';
  }
}
