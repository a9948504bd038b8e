/** The symbols of `using`: Node 22 has them, but new contexts there do not. */

provide('asyncDispose');
/** `Symbol.dispose`. */
export const disposeSymbol: typeof Symbol.dispose = provide('dispose');

function provide<Name extends 'dispose' | 'asyncDispose'>(name: Name): SymbolConstructor[Name] {
  if (!Object.hasOwn(Symbol, name)) Object.defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`) });
  return Symbol[name];
}
