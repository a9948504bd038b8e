export async function flow() {
  'use workflow';
  let total = 0;
  const list: number[] = [];
  const add = (n: number) => {
    total += n;
  };
  async function step() {
    'use step';
    total = 5;
    list.push(1);
  }
  const other = async () => {
    'use step';
    add(1);
    for (total of [1, 2]);
    [total] = [1];
    ({ total } = { total: 1 });
    total++;
  };
  await step();
  await other();
  return total;
}
