async function one() {
  ('use step');
}
async function two() {
  'use step' as const;
}
async function three() {
  `use workflow`;
}
async function four() {
  (('use step' satisfies string)!);
}
namespace Space {
  'use step';
}
export { one, two, three, four, Space };
