/** Groups things by key, keeping the order within each group. */
export function grouped<K, T>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const each of things) {
    const group = found.get(keyOf(each));
    if (group) group.push(each);
    else found.set(keyOf(each), [each]);
  }
  return found;
}
