/** Stands for the database that an application has anyway. */
import { mkdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

mkdirSync('.workflow-data', { recursive: true });

export const database = new DatabaseSync('.workflow-data/shop.db', { timeout: 5000 });

database.exec(`
  create table if not exists orders (id integer primary key, article text, paid real, parcel text);
  create table if not exists refunds (key text primary key, order_id integer, amount real);
  create table if not exists chats (id text primary key, messages text);
  insert or ignore into orders values
    (1042, 'Blue mug', 18.5, 'RX-7731'),
    (1043, 'Teapot, two litres', 64, 'RX-7790');
`);
