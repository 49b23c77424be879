/** Rules that may change what is about to be kept. */
const changing = ['beforeCreate', 'beforeUpdate'] as const;

type Draft = Record<string, unknown>;

/**
 * A rule of the team may change what comes, such as take blanks away, and proofs compare what was sent with what is shown. For as long as
 * they run, a rule can refuse a draft and fill in what it lacks; what the draft has stays as it came.
 *
 * @param rules of one resource, which are changed until the returned function is called
 */
export function keepValues(rules: object): () => void {
  const own = { ...rules };
  for (const name of changing) {
    const rule: unknown = Reflect.get(rules, name);
    if (typeof rule !== 'function') continue;
    Reflect.set(rules, name, async (draft: Draft, ...others: readonly unknown[]) => {
      const sent = Object.entries(structuredClone(draft));
      await Reflect.apply(rule, rules, [draft, ...others]);
      for (const [member, value] of sent) if (value !== undefined) draft[member] = value;
    });
  }
  return () => {
    Object.assign(rules, own);
  };
}
