import { next, nextInPackage } from 'counters';

export async function count() {
  'use workflow';
  return [await nextInPackage(), await countHere()];
}

async function countHere() {
  'use step';
  return next();
}
