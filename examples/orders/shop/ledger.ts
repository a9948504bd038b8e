/**
 * The ledger of the outside world: one line for each call that a service got, and one for what came of it. It is not
 * part of the workflow; it is there to prove from the outside what happened, and how often.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface LedgerEntry {
  /** Milliseconds since the epoch. */
  at: number;
  orderId: string;
  /** The same for every attempt of one step. */
  idempotencyKey: string;
  service: string;
  event: 'called' | 'refused' | 'done';
}

const FILE = process.env['ORDERS_LEDGER'] ?? join(process.env['WORKFLOW_DATA_DIR'] ?? '.workflow-data', 'ledger.jsonl');

export async function appendToLedger(entry: LedgerEntry): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await appendFile(FILE, `${JSON.stringify(entry)}\n`);
}

/** All that was written down for an order, in the order in which it happened. */
export async function readLedger(orderId: string): Promise<LedgerEntry[]> {
  const lines = (await readFile(FILE, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as LedgerEntry).filter((entry) => entry.orderId === orderId);
}
