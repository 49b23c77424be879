import type { Change } from './changes.ts';
import type { Pair } from './pairs.ts';
import type { Shape } from './turns.ts';

export const before = (position: number) => `field${String(position + 1)}`;
export const after = ({ isRenamed = false }: Change, position: number) =>
  isRenamed ? `other${String(position + 1)}` : before(position);
export const formerName = ({ letter }: Pair) => `loan${letter}`;
export const presentName = ({ letter, turn }: Pair) =>
  turn.isRenamed === true ? `lending${letter}` : `loan${letter}`;

/** What a resource is in one of the two specifications; undefined: it is not there. */
interface Described extends Shape {
  readonly name: string;
  readonly fields: readonly string[];
}

/** Rows belong to the tenant that they name. */
function rules(resources: readonly Described[]): string {
  const all = resources.flatMap(({ name, hasTenants = false }) =>
    hasTenants ? [`{ resource: ${name}, field: tenant, claim: tenant }`] : [],
  );
  return all.length === 0 ? '' : `, rules: [${all.join(', ')}]`;
}

function specification(resources: readonly (Described | undefined)[]): string {
  const there = resources.filter((each) => each !== undefined);
  const section = (title: string, key: 'states' | 'endpoints') => {
    const lines = there.flatMap(({ name, [key]: value }) =>
      value === undefined ? [] : [`  ${name}: ${value}`],
    );
    return lines.length > 0 ? [`${title}:`, ...lines] : [];
  };
  return [
    'service: { name: desk }',
    'resources:',
    '  place: { fields: { name: { type: string } } }',
    ...there.map(
      ({ name, keys = '', fields }) =>
        `  ${name}: { ${keys}fields: { ${['about: { type: string }', ...fields].join(', ')} } }`,
    ),
    ...section('states', 'states'),
    ...section('endpoints', 'endpoints'),
    `authentication: { mechanisms: [api-key]${rules(there)} }`,
    '',
  ].join('\n');
}

export function specificationBefore(pairs: readonly Pair[]): string {
  return specification(
    pairs.map((pair) => {
      const { turn, changed } = pair;
      if (turn.before === undefined) return undefined;
      const fields = changed.flatMap((change, position) =>
        change.before === undefined ? [] : [`${before(position)}: { ${change.before} }`],
      );
      return {
        ...turn.before,
        name: formerName(pair),
        fields: [...(turn.before.fields ?? []), ...fields],
      };
    }),
  );
}

/** @param saysNames whether it says what was renamed, which a new service has no use for */
export function specificationAfter(pairs: readonly Pair[], saysNames: boolean): string {
  return specification(
    pairs.map((pair) => {
      const { turn, changed } = pair;
      if (turn.after === undefined) return undefined;
      const fields = changed.flatMap((change, position) => {
        if (change.after === undefined) return [];
        const isOther = saysNames && change.isRenamed === true && change.before !== undefined;
        const former = isOther && turn.before ? `, renamedFrom: ${before(position)}` : '';
        return [`${after(change, position)}: { ${change.after}${former} }`];
      });
      const { keys = '', states } = turn.after;
      const renamed = turn.isRenamed === true && saysNames;
      return {
        ...turn.after,
        ...(states === undefined
          ? {}
          : { states: saysNames ? states : states.replace(/renamedFrom: \{[^}]*\}, /, '') }),
        keys: renamed ? `renamedFrom: ${formerName(pair)}, ${keys}` : keys,
        name: presentName(pair),
        fields: [...(turn.after.fields ?? []), ...fields],
      };
    }),
  );
}
