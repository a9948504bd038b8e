const key = 'name';

export const tools = {
  async [key]() {
    'use step';
  },
};
export class Tools {
  static async [`${key}!`]() {
    'use step';
  }
}
