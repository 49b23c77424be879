/** Works out once for each object what follows from it alone, and remembers that for as long as the object lives. */
export function onceForEach<Thing extends object, Result>(
  workOut: (thing: Thing) => Result,
): (thing: Thing) => Result {
  const known = new WeakMap<Thing, { readonly result: Result }>();
  return (thing) => {
    let entry = known.get(thing);
    if (entry === undefined) {
      entry = { result: workOut(thing) };
      known.set(thing, entry);
    }
    return entry.result;
  };
}
