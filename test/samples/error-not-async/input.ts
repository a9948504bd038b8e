export function flow(): string {
  'use workflow';
  return 'x';
}

const step = () => {
  'use step';
};
class Orders {
  static charge() {
    'use step';
  }
}
export const tools = { step, run() { 'use step'; } };
