import { EOL } from 'node:os';

export async function flow(unit: string) {
  'use workflow';
  const label = (n: number) => `${n} ${unit}`;
  const step = async (n: number) => {
    'use step';
    class Money {
      static unit = unit;
      #n = n;
      toString() {
        return `${label(this.#n)} ${Money.unit} ${EOL.length}`;
      }
    }
    return String(new Money());
  };
  return step(5);
}
