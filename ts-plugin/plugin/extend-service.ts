/** Extends the language service of an editor. */
import type ts from 'typescript-6';

type Method = (...args: never[]) => unknown;

/** A method that may ask the original method, and gets the same arguments. */
type Extension<Method> = Method extends (...args: infer Arguments) => infer Answer
  ? (ask: () => Answer, ...args: Arguments) => Answer
  : never;

/** The answer of a method that the public types lack. */
interface RegionDiagnostics {
  diagnostics: ts.Diagnostic[];
  spans: ts.TextSpan[];
}

interface ExtendedMethods extends ts.LanguageService {
  getRegionSemanticDiagnostics(
    fileName: string,
    ranges: readonly ts.TextRange[] | undefined,
  ): RegionDiagnostics | undefined;
}

/** Replacements for methods of the language service. */
export type Extensions = { [Name in keyof ExtendedMethods]?: Extension<ExtendedMethods[Name]> };

/**
 * The service with its extensions. Every method passes all its arguments on, also those of later versions. When an
 * extension fails, the original answer stays and the failure is logged once.
 */
export function extendService(
  service: ts.LanguageService,
  extensions: Extensions,
  log: (text: string) => void,
): ts.LanguageService {
  const methods = service as unknown as Record<string, Method>;
  const extended: Record<string, Method> = {};
  for (const name of Object.keys(methods)) extended[name] = (...args) => methods[name]!(...args);
  for (const [name, extend] of Object.entries(extensions)) {
    if (methods[name]) extended[name] = withExtension(() => methods[name]!, extend, onFailure(name, log));
  }
  return extended as unknown as ts.LanguageService;
}

/** @param method Read at each call, because other plugins may replace it. */
function withExtension(method: () => Method, extend: Method, report: (error: unknown) => void): Method {
  return (...args) => {
    const ask = once(() => method()(...args));
    try {
      return (extend as (...all: unknown[]) => unknown)(ask, ...args);
    } catch (error) {
      // If the service itself failed, it fails here again, and its caller sees that.
      const answer = ask();
      report(error);
      return answer;
    }
  };
}

function once(get: () => unknown): () => unknown {
  let result: { value: unknown } | { error: unknown } | undefined;
  return () => {
    try {
      result ??= { value: get() };
    } catch (error) {
      result = { error };
    }
    if ('error' in result) throw result.error;
    return result.value;
  };
}

function onFailure(name: string, log: (text: string) => void): (error: unknown) => void {
  let hasFailed = false;
  return (error) => {
    if (!hasFailed) log(`${name} failed: ${(error as Error).stack}`);
    hasFailed = true;
  };
}
