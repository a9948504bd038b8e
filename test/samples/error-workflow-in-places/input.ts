export const run = [1].map(async () => {
  'use workflow';
});
export class Flows {
  static {
    const hidden = async () => {
      'use workflow';
    };
    void hidden;
  }
  constructor() {
    'use workflow';
  }
}
export const factory = () => ({
  async flow() {
    'use workflow';
  },
});
export async function outer() {
  'use workflow';
  const inner = async () => {
    'use workflow';
  };
  return inner();
}
