/** The PostgreSQL server of this test run. */
import { Client } from 'pg';

/** The address of the server of this test run. */
export function postgresUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('These tests belong to a project that starts PostgreSQL, see vite.config.ts.');
  return url;
}

/** Executes a statement on a connection of its own. */
export async function query<Row extends object>(text: string, url = postgresUrl()): Promise<Row[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
