import type {
  ComposedCustomOperation,
  ComposedResource,
  ComposedVersion,
} from '../../../evolution/compose/chain.ts';
import { customOperationInputs } from '../../../evolution/compose/custom-operations.ts';
import { expressionsOf } from '../../../evolution/compose/members.ts';
import { pointersOf } from '../../../evolution/compose/pointers.ts';
import { customOperationAlong, namesAlong } from '../../../evolution/compose/walk.ts';
import type { FieldModel } from '../../../model/model.ts';
import type { ResolvedField } from '../../../specification/index.ts';
import { code, identifier, join, type Code } from '../../code.ts';
import { memberSchema } from '../schema-code.ts';
import { schemaOfConverted } from './converted-schema.ts';
import { objectCode, type Naming } from './expression-code.ts';
import { isIdentity } from './replacement-members.ts';
import type { Used } from './used.ts';

export function customOperationAdapterView(
  version: ComposedVersion,
  composed: ComposedResource,
  customOperation: ComposedCustomOperation,
  naming: Naming,
  used: Used,
) {
  const inputs =
    customOperationInputs(version.specification, composed.older)[customOperation.older] ?? {};
  const newestInputs =
    customOperationInputs(version.newest, composed.newest)[customOperation.newest] ?? {};
  // An input that is gone is taken and goes no further.
  const isPassedOn =
    isIdentity(customOperation.up) && customOperation.up.length === Object.keys(inputs).length;
  const isSameShape = isPassedOn && JSON.stringify(inputs) === JSON.stringify(newestInputs);
  if (isSameShape && customOperation.newest === customOperation.older) return [];
  const pointers = pointersOf(customOperation.up);
  const inputNaming: Naming = {
    ...naming,
    fields: { newest: [newestInputs], older: [inputs] },
    isUntyped: true,
  };
  const schema = isSameShape ? undefined : inputSchema(inputs);
  const links = namesAlong(version.steps, composed.newest) ?? [];
  const along = customOperationAlong(links, customOperation.newest) ?? [];
  const converted = schemaOfConverted(
    along.map(({ operations }) => operations),
    newestInputs,
  );
  const parts = [
    code`newest: ${customOperation.newest}`,
    ...(schema === undefined ? [] : [code`schema: ${schema}`]),
    ...(isPassedOn
      ? []
      : [inputCode(() => objectCode(expressionsOf(customOperation.up), inputNaming, used), used)]),
    ...(converted === undefined ? [] : [code`converted: ${converted}`]),
    ...(pointers.length === 0 ? [] : [code`pointer: ${identifier('relocating')}(${pointers})`]),
  ];
  return [
    {
      code: code`${customOperation.older}: { ${join(parts, ', ')} }`,
      hasPointer: pointers.length > 0,
      schemas: [schema, converted].filter((each) => each !== undefined),
    },
  ];
}

/** The schema has checked what is sent: converters take it as it is. */
function inputCode(make: () => Code, used: Used): Code {
  const { made: object, callsHooks } = used.observed(make);
  const once = callsHooks ? code`const once = hookCalls();` : code``;
  if (!/\bbody\b/.test(object.code)) return code`input: () => (${object})`;
  return object.code.includes('(')
    ? code`input: (sent) => {
        ${once}
        const body = sent as Readonly<Record<string, never>>;
        return ${object};
      }`
    : code`input: (body) => (${object})`;
}

function inputSchema(inputs: Readonly<Record<string, ResolvedField>>): Code {
  const members = Object.entries(inputs).map(([name, field]) => {
    const input: FieldModel = {
      name,
      column: name,
      field,
      isAlwaysPresent: field.required,
      // What is not sent is not there, also where it may be null.
      mayBeOmitted: false,
    };
    return code`${identifier(name)}: ${memberSchema(input)}`;
  });
  const object = members.length === 0 ? code`{}` : code`{ ${join(members, ', ')} }`;
  return code`${identifier('Type')}.Object(${object}, { additionalProperties: false })`;
}
