const one = async () => {
  'use step'
  (globalThis as any).log('charged')
}
async function two(list: number[]) {
  'use step'
  [list.length].forEach(() => {})
}
async function three() {
  'use workflow'
  `text`.trim()
}
const four = async () => {
  'use step', one();
};
async function five() {
  'use step' + '';
  void 'use step';
  !'use workflow';
}
export { one, two, three, four, five };
