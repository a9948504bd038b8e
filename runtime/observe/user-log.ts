/** The log of a process in a logger of the application. */
import type { Log, Logger, LogLevel } from '../contract/log.ts';
import { toFields } from './log-fields.ts';

/** pino takes the fields first. It is known by what no other logger has. */
const isPino = (logger: Logger): boolean => {
  const { bindings, levels } = logger as { bindings?: unknown; levels?: unknown };
  return typeof bindings === 'function' && typeof levels === 'object';
};

/**
 * Passes messages on, all of them: the logger has a level of its own. An error that it throws is printed, and disturbs
 * nobody.
 */
export function createUserLog(logger: Logger): Log {
  const takesFieldsFirst = isPino(logger);
  const pass =
    (level: LogLevel): Log['info'] =>
    (event, details) => {
      const [message, fields] = [`workflow: ${event}`, { event, ...toFields(details) }];
      try {
        if (takesFieldsFirst) (logger[level] as unknown as (fields: object, message: string) => void)(fields, message);
        else logger[level](message, fields);
      } catch (error) {
        console.error('[workflow] The logger has thrown:', error);
      }
    };
  return { debug: pass('debug'), info: pass('info'), warn: pass('warn'), error: pass('error') };
}
