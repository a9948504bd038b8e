const logged =
  <T extends (...args: never[]) => unknown>(fn: T) =>
  (...args: Parameters<T>) =>
    fn(...args);
const mark = (_target: object, _key: string) => {};

export const order = logged(async (id: string) => {
  'use workflow';
  return id;
});
export default logged(
  async function refund(id: string) {
    'use workflow';
    return id;
  } as never,
);
export class Orders {
  @mark
  static async place(id: string) {
    'use workflow';
    return id;
  }
  static ship = logged(async (id: string) => {
    'use workflow';
    return id;
  });
}
logged(async function registered(id: string) {
  'use workflow';
  return id;
});
