import { calledDirectly, markWorkflow, markStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//checkout", checkout); markStep("step//./input//charge", charge); markStep("step//./input//default", defaultExport); import { readFile, stat } from 'node:fs/promises';
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
    execute: markStep("step//./input//tools/search/execute", { async execute(q: string) {
      
      return stat(q);
    } }.execute),
    other: markStep("step//./input//tools/search/other", { other: async (q: string) => {  return 1 } }.other),
  },
};

export class Orders {
  static prefix = 'x';
  static async list<T>(a: T) {  return this.prefix } static { markStep("step//./input//Orders.list", this.list); }
  async refund(amount: number) {  return this.id + amount } static { markStep("step//./input//Orders#refund", this.prototype.refund); }
  id = 3;
}
export default async function defaultExport () {  }
