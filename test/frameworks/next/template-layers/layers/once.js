/** Refuses to be evaluated twice for one layer, as a metric or a model does that has a name. */
export function once(layer) {
  const names = (globalThis.namesOfLayers ??= new Set());
  if (names.has(layer)) throw new Error(`"${layer}" is registered already`);
  names.add(layer);
  return { layer, calls: 0 };
}
