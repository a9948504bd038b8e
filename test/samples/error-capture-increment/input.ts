export async function flow(list: string[]) {
  'use workflow';
  let done = 0;
  let last: string | undefined;
  for (const item of list) {
    const work = async () => {
      'use step';
      done += 1;
      last ??= item;
      ({ last } = { last: item });
      [last = 'x'] = [item];
      for (last in { a: 1 });
    };
    await work();
  }
  return [done, last];
}
