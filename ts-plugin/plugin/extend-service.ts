/** The language service of the editor, with ours added to its answers. */
import type ts from 'typescript-6';

type Method = (...args: never[]) => unknown;

/** Gives an answer of ours: may ask the service for its own, and knows what it was asked. */
type Extension<Method> = Method extends (...args: infer Arguments) => infer Answer
  ? (ask: () => Answer, ...args: Arguments) => Answer
  : never;

/** A part of one file; the public types do not have the method that takes it. */
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

export type Extensions = { [Name in keyof ExtendedMethods]?: Extension<ExtendedMethods[Name]> };

/**
 * Every method asks the service, with all arguments, whatever a later version may add. An extension that fails leaves the
 * answer as it was, and is logged once: no mistake of ours may take the editor's own answers away.
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

/** @param method Looked up at each call: other plugins put theirs in its place. */
function withExtension(method: () => Method, extend: Method, report: (error: unknown) => void): Method {
  return (...args) => {
    const ask = once(() => method()(...args));
    try {
      return (extend as (...all: unknown[]) => unknown)(ask, ...args);
    } catch (error) {
      // When it was the service that failed, it fails here again, and its caller sees that.
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
