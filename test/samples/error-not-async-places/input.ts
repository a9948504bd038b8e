export default function () {
  'use step';
}
export const promise = (): Promise<number> => {
  'use step';
  return Promise.resolve(1);
};
export const flow = function flow() {
  'use workflow';
};
export function outer() {
  const inner = () => {
    'use step';
  };
  return inner;
}
