/** A workflow that lies in no folder which is searched: the application imports it. */

export async function discount(price: number): Promise<number> {
  'use workflow';
  return await takeOff(price, 2);
}

async function takeOff(price: number, amount: number): Promise<number> {
  'use step';
  return price - amount;
}
