import { atKey, type Issue } from '../issue.ts';
import { own } from '../plain.ts';
import { verbsOf } from '../resolve/access.ts';
import { resolveFlags } from '../resolve/flags.ts';
import { methods as allMethods, resourceEndpoints, type AttributeRule } from '../schema.ts';
import { shown } from '../shown.ts';
import { valueAt } from '../structure/locate.ts';
import { resourcesOf, type CheckContext } from './check-context.ts';

/** A caller that may create a row must be able to send every required field. */
export function requiredWriterIssues(context: CheckContext): Issue[] {
  return resourcesOf(context).flatMap(([name, { fields }]) => {
    const creators = creatorsOf(context, name);
    if (creators === undefined) return [];
    return Object.entries(fields).flatMap(([key, field]) => {
      const { required, writableBy } = resolveFlags(field);
      if (!required || writableBy === undefined) return [];
      const rule = ruleAbout(context, name, key);
      const helpless = withoutValue(creators, writableBy, rule);
      if (helpless === undefined) return [];
      const written = field.writableBy === undefined ? 'readableBy' : 'writableBy';
      const message = `${shown(key)} is required, and ${helpless} may create "${name}" and not send it: add them to writableBy, or take required away`;
      return [
        atKey(['resources', name, 'fields', key, written], { code: 'contradiction', message }),
      ];
    });
  });
}

/** The callers that may create rows, `everybody` without permissions; undefined: none, or unknown. */
function creatorsOf(
  context: CheckContext,
  name: string,
): readonly string[] | 'everybody' | undefined {
  const { valid, raw } = context;
  const { methods = [...allMethods], createByReplace = false } =
    own(resourceEndpoints(valid.endpoints), name) ?? {};
  if (!verbsOf({ methods, createByReplace, customOperations: [] }).includes('create'))
    return undefined;
  const allow = valid.authentication?.allow;
  if (allow !== undefined) return own(own(allow, name), 'create');
  return valueAt(raw, ['authentication', 'allow']) === undefined ? 'everybody' : undefined;
}

function ruleAbout(
  { valid }: CheckContext,
  resource: string,
  field: string,
): AttributeRule | undefined {
  return valid.authentication?.rules?.find(
    (rule) => rule.resource === resource && rule.field === field,
  );
}

/** In words, those who can neither send the value nor have it filled in by the service, as it does where a rule holds. */
function withoutValue(
  creators: readonly string[] | 'everybody',
  writers: readonly string[],
  rule: AttributeRule | undefined,
): string | undefined {
  if (creators === 'everybody' && rule === undefined) return 'everybody who is authenticated';
  const exempt = rule?.unless ?? [];
  const others =
    creators === 'everybody'
      ? exempt
      : creators.filter((grant) => rule === undefined || exempt.includes(grant));
  const helpless = others.filter((grant) => !writers.includes(grant));
  return helpless.length === 0 ? undefined : helpless.join(', ');
}
