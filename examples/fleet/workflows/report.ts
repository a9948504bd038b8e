import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { createWebhook } from 'workflow';

/** The figures of one region, and the process that has collected them. */
export interface Figures {
  region: string;
  sales: number;
  collectedBy: string;
}

/** Collects the figures of all regions, and waits until somebody approves them. */
export async function report(regions: string[]): Promise<{ total: number; figures: Figures[] }> {
  'use workflow';
  const figures = await Promise.all(regions.map((region) => collect(region)));
  const webhook = createWebhook();
  await askForApproval(webhook.url);
  await webhook;
  return { total: figures.reduce((sum, { sales }) => sum + sales, 0), figures };
}

/** Stands for slow work. */
async function collect(region: string): Promise<Figures> {
  'use step';
  await setTimeout(Number(process.env['COLLECT_MS'] ?? 2_000));
  return { region, sales: region.length * 1_000, collectedBy: `${hostname()}:${process.pid}` };
}

async function askForApproval(url: string): Promise<void> {
  'use step';
  console.log(`Approve the report: curl -X POST ${url}`);
}
