/** Values that cannot be passed, or are not what they seem. */
class Account {
  constructor(public balance: number) {}
}

async function notify(options: { onDone: () => void; name: string }) {
  'use step';
  return options.name;
}

async function mark(key: symbol) {
  'use step';
  return String(key);
}

async function store(account: Account) {
  'use step';
  return account.balance;
}

async function remember(cache: WeakMap<object, number>) {
  'use step';
  return cache.has({});
}

async function makeCallback() {
  'use step';
  return () => 1; // wrong
}

export async function values() {
  'use workflow';
  await notify({ name: 'a', onDone: () => {} }); // wrong
  await mark(Symbol('a')); // wrong
  await store(new Account(1)); // wrong
  await remember(new WeakMap()); // wrong
  await makeCallback();
}

export async function captured() {
  'use workflow';
  let count = 0;
  const raise = async () => {
    'use step';
    count += 1; // wrong
  };
  await raise();
  return count;
}

// Right ones.
async function total(order: { items: Map<string, number>; at: Date; link: URL; bytes: Uint8Array }) {
  'use step';
  return order.items.size;
}

export async function right() {
  'use workflow';
  const order = { items: new Map([['a', 1]]), at: new Date(), link: new URL('https://a.example'), bytes: new Uint8Array(1) };
  const size = await total(order);
  let rest = size;
  rest -= 1;
  return rest;
}
