/** Keeps a development server running while a file with directives is being edited. */
import type { Plugin } from 'rolldown';

type Transform = Extract<NonNullable<Plugin['transform']>, { handler: unknown }>;
type Handler = Transform['handler'];

/**
 * Wraps a plugin: when a file no longer compiles, its last good result is used. The builder reports the error, and one
 * broken file must not take all routes down. A file that never compiled still fails.
 */
export function withLastGoodResult(plugin: Plugin): Plugin {
  const transform = plugin.transform as Transform;
  const results = new Map<string, Awaited<ReturnType<Handler>>>();
  const handler: Handler = async function (code, id, meta) {
    try {
      const result = await transform.handler.call(this, code, id, meta);
      results.set(id, result);
      return result;
    } catch (error) {
      const lastGood = results.get(id);
      if (lastGood === undefined) throw error;
      return lastGood;
    }
  };
  return { ...plugin, transform: { ...transform, handler } };
}
