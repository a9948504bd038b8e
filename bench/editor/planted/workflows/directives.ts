/** Directives that are not right, in every kind of function. */
export async function misspelled() {
  'use worfklow'; // wrong
}

export async function wrongCase() {
  'Use Step'; // wrong
}

export async function withoutUse() {
  'workflow'; // wrong
}

export async function template() {
  `use step`; // wrong
}

export async function parenthesised() {
  ('use workflow'); // wrong
}

export async function tooLate() {
  const started = 1;
  'use step'; // wrong
  return started;
}

export async function both() { // wrong
  'use workflow';
  'use step';
}

export function notAsync() { // wrong
  'use workflow';
  return Promise.resolve(1);
}

export async function* generator() { // wrong
  'use step';
  yield 1;
}

export class Shop {
  static async charge() {
    'use setp'; // wrong
  }

  async ship() {
    'use wrokflow'; // wrong
  }

  static pay() { // wrong
    'use step';
    return 1;
  }

  async deliver() { // wrong
    'use workflow';
  }
}

export const tools = {
  async search() {
    'use stepp'; // wrong
  },
  lookUp() { // wrong
    'use step';
    return 1;
  },
};

export const arrow = async () => {
  'use-step'; // wrong
};

export async function outer() {
  'use workflow';
  async function inner() { // wrong
    'use workflow';
  }
  await inner();
}

// Right ones.
export async function right() {
  'use workflow';
  return await plain();
}

export async function plain() {
  'use strict';
  'use step';
  return 'use workflow'.length;
}
