/** How grave a message is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * Where the runtime writes messages for operators. `event` names what happened, and `details` says to what. They never
 * hold arguments, results or payloads.
 */
export type Log = Record<LogLevel, (event: string, details: Record<string, unknown>) => void>;

/**
 * A logger of the application: winston, consola, the console and most others have these methods, and pino is known by
 * its own order of arguments. `fields` are plain data. An error of the user's code is
 * `{ name, message, code, at, stack }` there, and any other one its message.
 */
export type Logger = Record<LogLevel, (message: string, fields: object) => void>;
