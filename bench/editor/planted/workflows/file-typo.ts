'use setp'; // wrong

export async function refund(amount: number) {
  return amount;
}
