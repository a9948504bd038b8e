async () => {
  'use step';
};

export async function flow() {
  'use workflow';
  async () => {
    'use step';
  };
  async function declared() {
    'use step';
  }
  return declared();
}
