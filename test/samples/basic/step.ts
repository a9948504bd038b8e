import { registerStep, registerClosure } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//checkout", checkout); registerClosure("step//./input//checkout/inner", closure); registerClosure("step//./input//checkout/again", closure$1); step$1("step//./input//charge", charge); step$1("step//./input//default", defaultExport); import { readFile, stat } from 'node:fs/promises';
import { join, helper as h } from './lib';
import 'dotenv/config';
import { Pool } from 'pg';

export const db = new Pool(), limit = 5;
const cacheFile = join('a', 'b');

/** Does it. */
export async function checkout(orderId: string): Promise<number> { return calledDirectly("workflow//./input//checkout"); }

async function charge(orderId: string) {
  
  const text = await readFile(cacheFile);
  return text.length;
}
charge.maxRetries = 2;

const tools = {
  search: {
    execute: step$1("step//./input//tools/search/execute", { async execute(q: string) {
      
      return stat(q);
    } }.execute),
    other: step$1("step//./input//tools/search/other", { other: async (q: string) => {  return 1 } }.other),
  },
};

export class Orders {
  static prefix = 'x';
  static async list<T>(a: T) {  return this.prefix } static { registerStep("step//./input//Orders.list", this.list.bind(this)); markStep("step//./input//Orders.list", this.list); }
  async refund(amount: number) {  return this.id + amount } static { registerStep("step//./input//Orders#refund", this.prototype.refund); markStep("step//./input//Orders#refund", this.prototype.refund); }
  id = 3;
}
export default async function defaultExport () {  }

function closure({ rate }) { function twice(n: number) { return n * 2 * rate; } return async function inner(x: number = rate) {
    
    return twice(x) * rate + limit;
  }; }

function closure$1() { const again = (...args) => closure$1()(...args); return { again: async (n: number): Promise<number> => {
    
    return n > 3 ? n : again(n + 1);
  } }.again; }
