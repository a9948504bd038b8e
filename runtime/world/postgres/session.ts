/** Statements on a connection. SQL has no types, so each caller states the type of its rows. */
import { createHash } from 'node:crypto';
import type { WorkerId } from '../../contract/ids.ts';
import type { Change } from '../world.ts';
import type { DriverQuery, DriverResult } from './driver.ts';

/** Type numbers of PostgreSQL. */
const INT8 = 20;
const BYTEA = 17;
const BOOL = 16;
const NUMBERS: ReadonlySet<number> = new Set([INT8, 21, 23, 26]);

const keep = (value: string): string => value;
const types: NonNullable<DriverQuery['types']> = {
  // Only our own tables are read, and their numbers are exact in JavaScript, whatever the application's own parsers do.
  getTypeParser(oid) {
    if (NUMBERS.has(oid)) return Number;
    if (oid === BOOL) return (value) => value === 't';
    if (oid === BYTEA) return (value) => new Uint8Array(Buffer.from(value.slice(2), 'hex'));
    return keep;
  },
};

/** A change, and who has to hear of it. */
export interface Notice {
  change: Change;
  owner: WorkerId | null;
}

/** Sends a statement. */
export type Send = (query: DriverQuery) => Promise<DriverResult>;

/** How statements are sent. */
export interface Dialect {
  /** The schema of the tables. */
  schema: string;
  /** Statements are prepared once for each connection. Some poolers cannot have that. */
  prepares: boolean;
  /** A database that does not answer for so long is given up; 0: never. */
  answerTimeoutMs: number;
}

/** By schema, the statements that were written so far. */
const known = new Map<string, Map<string, { name: string; text: string }>>();

/** Puts the name of the schema into a statement, where `@table` stands. */
function write(schema: string, text: string): { name: string; text: string } {
  const statements = known.get(schema) ?? new Map<string, { name: string; text: string }>();
  known.set(schema, statements);
  let statement = statements.get(text);
  if (!statement) {
    const whole = text.replaceAll(/@([a-z_]+)/g, `${quoted(schema)}.$1`);
    const digest = createHash('sha256').update(whole).digest('hex').slice(0, 24);
    statements.set(text, (statement = { name: `workflow_${digest}`, text: whole }));
  }
  return statement;
}

/** A name as SQL writes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Sends statements, in a transaction or each by itself. `@table` in a statement is a table of the store. */
export class Session {
  readonly #send: Send;
  readonly #dialect: Dialect;
  /** The notices to publish once the statements are durable. */
  readonly notices: Notice[] = [];

  constructor(send: Send, dialect: Dialect) {
    this.#send = send;
    this.#dialect = dialect;
  }

  /** All rows of a statement. `text` must be constant, because it is prepared. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
  async all<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#query(text, values)).rows as Row[];
  }

  /** The first row; see {@link all}. */
  async first<Row>(text: string, values: unknown[] = []): Promise<Row | undefined> {
    return (await this.all<Row>(text, values))[0];
  }

  /** Executes a statement. Returns how many rows it wrote. */
  async run(text: string, values: unknown[] = []): Promise<number> {
    return (await this.#query(text, values)).rowCount ?? 0;
  }

  /** @param owner For a message: the worker of its run, which has to hear of it wherever it is. */
  publish(change: Change, owner: WorkerId | null = null): void {
    this.notices.push({ change, owner });
  }

  #query(text: string, values: unknown[]): Promise<DriverResult> {
    const { schema, prepares, answerTimeoutMs } = this.#dialect;
    const statement = write(schema, text);
    return this.#send({
      ...(prepares ? statement : { text: statement.text }),
      values,
      types,
      query_timeout: answerTimeoutMs,
    });
  }
}
