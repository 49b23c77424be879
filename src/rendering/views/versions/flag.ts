import {
  queryTranslationOf,
  type QueryTranslation,
} from '../../../evolution/compose/query-translation.ts';
import { pointersOf } from '../../../evolution/compose/pointers.ts';
import { expressionsOf, type Member } from '../../../evolution/compose/members.ts';
import type { ChangedByFlag, ComposedFlag } from '../../../evolution/flags/compose.ts';
import { known } from '../../../model/known.ts';
import type { FieldModel, ServiceModel } from '../../../model/model.ts';
import { sampleOf } from '../../../model/samples/sample.ts';
import { pascalCase } from '../../../specification/names/casing.ts';
import { code, identifier, join } from '../../code.ts';
import { helpersOf, memberSchema } from '../schema-code.ts';
import { isOfService, offered } from './adapter.ts';
import { customOperationAdapterView } from './custom-operation-adapter.ts';
import { answerBody, objectCode } from './expression-code.ts';
import { memberCode } from './member-queries.ts';
import { namingOf } from './naming.ts';
import { complete, replacementMembers } from './replacement-members.ts';
import { Used } from './used.ts';
import { typeOf } from './hooks.ts';

/** What a list can be asked for. */
interface Offered {
  readonly filter: readonly string[];
  readonly sort: readonly string[];
}

/** Types whose values have an order that lists can be asked for. */
const ordered = new Set(['integer', 'number', 'long', 'decimal', 'date', 'date-time', 'time']);

/** Every resource that flags change, and what each of them changes. */
export function flagsView(model: ServiceModel) {
  const lists = new Map<string, Offered>(
    model.resources.map(({ name, endpoint: { filter, sort } }) => [name, { filter, sort }]),
  );
  const changes = model.changing.toReversed().flatMap((flag) =>
    flag.resources.map((changed) => {
      const list = known(lists.get(changed.name));
      const own = listOf(changed, list);
      const kept = (names: readonly string[]) =>
        names.filter((name) => !changed.made.includes(name));
      lists.set(changed.name, {
        filter: [...kept(list.filter), ...own.filter],
        sort: [...kept(list.sort), ...own.sort],
      });
      return changeView(model, flag, changed, own);
    }),
  );
  const inOrder = changes.toReversed();
  const resources = model.resources
    .filter(({ name }) => inOrder.some((change) => change.name === name))
    .map((resource) => ({
      name: resource.name,
      camel: identifier(resource.camel),
      list: offered(resource),
      changes: inOrder.filter((change) => change.name === resource.name),
    }));
  return { changes: inOrder, resources };
}

function listOf({ former, composed }: ChangedByFlag, list: Offered): Offered {
  const members = composed.down.filter(({ name }) => former.includes(name));
  const named = (isOffered: (asked: QueryTranslation, member: Member) => boolean) =>
    members
      .filter(
        (member) =>
          !member.field.writeOnly && isOffered(queryTranslationOf(member, composed.up), member),
      )
      .map(({ name }) => name);
  const within = (names: readonly string[] | undefined, of: readonly string[]) =>
    names !== undefined && names.length > 0 && names.every((name) => of.includes(name));
  return {
    filter: named(
      ({ from, equal, bound }, { field }) =>
        within(from, list.filter) &&
        equal !== undefined &&
        (bound !== undefined || !ordered.has(field.type)),
    ),
    sort: named(({ sort }) => within(sort, list.sort)),
  };
}

function changeView(
  model: ServiceModel,
  { name: flag, step }: ComposedFlag,
  { name, made, former, customOperations: segments, composed }: ChangedByFlag,
  list: Offered,
) {
  const resource = known(model.resources.find((each) => each.name === name));
  const used = new Used();
  const naming = namingOf(step, composed);
  const gone = composed.down.filter((each) => former.includes(each.name));
  const come = composed.up.map(complete).filter((each) => made.includes(each.name));
  const down = gone.filter(({ field }) => !field.writeOnly);
  const fresh = come.filter(({ field }) => !field.readOnly);
  const replacement = replacementMembers(composed).filter((each) => made.includes(each.name));
  const customOperations = composed.customOperations
    .filter((customOperation) => segments.includes(customOperation.newest))
    .flatMap((customOperation) =>
      customOperationAdapterView(step, composed, customOperation, naming, used),
    );
  const members = gone.map((each) => ({
    name: identifier(each.name),
    schema: memberSchema(fieldModel(withExample(each))),
  }));
  const asked = down
    .map((member) => ({ member, asked: queryTranslationOf(member, composed.up) }))
    .filter((each) => each.asked.from.length > 0 || each.asked.always !== undefined)
    .map((each) => memberCode(each.asked, each.member, used));
  const pointers = pointersOf(composed.up).filter(([from]) => {
    const [, top = ''] = from.split('/');
    return made.includes(top) && !isOfService(top);
  });
  const code_ = {
    down: answerBody(
      expressionsOf(down),
      code`Members & Without`,
      { ...naming, isAnswer: true },
      used,
    ),
    create: objectCode(expressionsOf(fresh), naming, used),
    replace: objectCode(expressionsOf(replacement), { ...naming, newest: ['seen'] }, used),
  };
  const schemas = [
    ...members.map(({ schema }) => schema),
    ...customOperations.flatMap((each) => each.schemas),
  ];
  const usesShown = /\bshown\b/.test(code_.replace.code);
  const replacing = [
    ...(/\bbody\b/.test(code_.replace.code) ? ['body'] : []),
    ...(usesShown || /\bseen\b/.test(code_.replace.code) ? ['seen'] : []),
  ];
  const words = name.replaceAll('-', ' ');
  return {
    ...code_,
    flag,
    name,
    file: name,
    variable: identifier(`${resource.camel}Change`),
    alias: identifier(`${resource.camel}${pascalCase(flag)}`),
    words,
    newer: typeOf(come.map(({ name: member, field }) => ({ name: member, field }))),
    made,
    members,
    hasFormer: members.length > 0,
    filter: list.filter,
    sort: list.sort,
    asked,
    pointers,
    customOperations: customOperations.map(({ code: each }) => ({ code: each })),
    usesNewest: /\bnewest\b/.test(code_.down.code),
    // Its inputs are those of a transition, so it reads which one that was.
    isHistory: resource.historyOf !== undefined,
    usesCreateBody: /\bbody\b/.test(code_.create.code),
    usesShown,
    replacing: join(replacing.map(identifier), ', '),
    usesReplacement: replacing.length > 0,
    usesWithout:
      replacing.length > 0 ||
      /\bbody\b/.test(code_.create.code) ||
      /\bWithout\b/.test(code_.down.code),
    usesWith: replacing.length > 0 || /\bnewest\b/.test(code_.down.code),
    tables: used.tables,
    converters: join([...used.converters].toSorted().map(identifier), ', '),
    hasConverters: used.converters.size > 0,
    hasPointers: pointers.length > 0 || customOperations.some(({ hasPointer }) => hasPointer),
    schemaHelpers: join(helpersOf(schemas).map(identifier), ', '),
    hasSchemaHelpers: helpersOf(schemas).length > 0,
  };
}

function fieldModel({ name, field }: Member): FieldModel {
  const hasDefault = field.default !== undefined;
  return {
    name,
    column: name,
    field,
    isAlwaysPresent: field.required || field.nullable || hasDefault,
    mayBeOmitted: !field.required && (field.nullable || hasDefault),
  };
}

/** What is never shown is in no example of a resource that is shown, so the member itself has one. */
function withExample(member: Member): Member {
  const { name, field } = member;
  if (!field.writeOnly || field.example !== undefined) return member;
  const example = field.default ?? sampleOf(field, 0, name);
  return example === undefined
    ? member
    : { ...member, field: { ...field, example } as typeof field };
}
