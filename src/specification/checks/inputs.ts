import { validateFieldName } from '../validators/field-name.ts';
import { atKey, atValue, keyIssues, type Issue, type IssueDetails, type Path } from '../issue.ts';
import { own } from '../plain.ts';
import { resolveInput } from '../resolve/input.ts';
import { resolveField } from '../resolve/field.ts';
import type { Action, Input, Transition } from '../schema.ts';
import { shown } from '../shown.ts';
import { widening } from '../values/widening.ts';
import { deprecatedValueIssues } from './deprecations.ts';
import { flagIssues, replacementIssues } from './field-flags.ts';
import { shapeIssues } from './field-shape.ts';
import { valueIssues } from './field-values.ts';
import { memberReplacements } from './fields.ts';
import { memberNameIssues } from './field-names.ts';
import { unknownResource } from './parents.ts';
import type { Row } from './rows.ts';
import { sitesOf } from './sites.ts';

interface Around {
  readonly row: Row;
  readonly parent: string | undefined;
  /** Names of all resources. */
  readonly resources: readonly string[];
  readonly validatePattern: (pattern: string) => IssueDetails | undefined;
}

/** What is sent along has the shape of fields, and what sets a field is a value of it. */
export function inputIssues(
  { input = {} }: Pick<Transition | Action, 'input'>,
  path: Path,
  around: Around,
): Issue[] {
  const siblings = Object.keys(input);
  return Object.entries(input).flatMap(([name, each]) => {
    const place = [...path, 'input', name];
    const named = keyIssues(place, validateInputName(name, around));
    const target = targetIssues(each, place, around.resources);
    const sites = sitesOf(each, place);
    const shape = sites.flatMap((site) => shapeIssues(site, around.validatePattern));
    const kept =
      shape.length > 0 || named.length > 0 || target.length > 0
        ? []
        : fieldIssues(each, name, place, around.row);
    return named.concat(
      target,
      memberNameIssues(each, place),
      shape,
      flagIssues(each, place),
      replacementIssues(each, place, siblings),
      sites.flatMap(memberReplacements),
      sites.flatMap(deprecatedValueIssues),
      shape.length > 0 ? [] : sites.flatMap(valueIssues),
      kept,
    );
  });
}

function targetIssues(input: Input, path: Path, resources: readonly string[]): Issue[] {
  if (input.type !== 'reference' || resources.includes(input.to)) return [];
  return [atValue([...path, 'to'], unknownResource(input.to, resources))];
}

function validateInputName(name: string, { row, parent }: Around): IssueDetails | undefined {
  if (name !== row.state) return validateFieldName(name, parent);
  const message = `${shown(name)} cannot be sent along: only transitions change the state`;
  return { code: 'name-reserved', message };
}

/** An input of the name of a field sets it. */
function fieldIssues(input: Input, name: string, path: Path, { fields, written }: Row): Issue[] {
  const [field, resolved] = [own(written, name), own(fields, name)];
  if (field === undefined || resolved === undefined) return [];
  const asWritten = resolveField(input);
  if (asWritten.type !== resolved.type) {
    const message = `the field "${name}", which this sets, is of the type "${field.type}"`;
    return [
      atValue([...path, 'type'], {
        code: 'input-type',
        message,
        found: shown(input.type),
        allowed: [field.type],
      }),
    ];
  }
  const sent = resolveInput(input, field);
  if (sent.type === 'integer' && sent.values?.length === 0) {
    const message = `none of the values of the field "${name}", which this sets, lies within these bounds`;
    return [atKey(path, { code: 'empty-range', message })];
  }
  const wider = widening(sent, resolved);
  if (wider === undefined) return [];
  const message = `the field "${name}", which this sets, would not take all of it: ${wider.message}`;
  const key = wider.key in input ? [wider.key] : [];
  const place = [...path, ...key];
  return [
    key.length === 0
      ? atKey(place, { code: 'input-range', message })
      : atValue(place, { code: 'input-range', message }),
  ];
}
