/** Code of the application. */
import { sleep } from 'workflow';
import { start } from 'workflow/api';
import * as calls from '../workflows/calls.ts';
import { right } from '../workflows/calls.ts';
import { plain } from '../workflows/directives.ts';
import { orders } from './barrel.ts';

const alias = right;
const helper = async () => 1;

export async function direct() {
  await right(); // wrong
  await calls.right(); // wrong
  await alias(); // wrong
  await orders(); // wrong
}

export async function starts() {
  await start(plain); // wrong
  await start(helper); // wrong
  await start(async () => 1); // wrong
}

export async function waits() {
  await sleep('1s'); // wrong
}

// Right ones.
export async function rightly() {
  const run = await start(right);
  const fetched = await fetch('https://a.example');
  setTimeout(() => {}, 10);
  return [await run.returnValue, fetched.status, await plain(), right.name];
}
