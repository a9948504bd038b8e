/** A file that throws while it is loaded. */
export async function showRate(): Promise<number> {
  'use workflow';
  return await findRate();
}

async function findRate(): Promise<number> {
  'use step';
  return RATE;
}

const RATE = readRate();

function readRate(): number {
  const { RATE } = process.env;
  if (!RATE) throw new Error('RATE is not set');
  return Number(RATE);
}
