import type { Contract } from './document-contract.ts';

type Json = Readonly<Record<string, unknown>>;

/** Where the OpenAPI document has the schemas of a resource. */
export interface Schemas {
  /** A schema, or what it refers to. */
  follow(schema: Json): Json;
  /** Of the body that an operation takes. */
  request(method: string, path: string, type?: string): Json;
  /** Of what an operation answers. */
  answer(method: string, path: string, type?: string, status?: number): Json;
  /** Members of new resources that take any text of that many characters. */
  freeTexts(
    sample: {
      readonly path: string;
      readonly writeOnly: readonly string[];
      readonly attributes: readonly { readonly member: string }[];
      readonly memberAccess: readonly {
        readonly member: string;
        readonly writableBy?: readonly string[];
      }[];
    },
    length: number,
  ): readonly string[];
}

/** @param paths of operations have placeholders, as the document has them */
export function schemasOf(contract: Contract): Schemas {
  const follow: Schemas['follow'] = (schema) => {
    const { $ref } = schema;
    return typeof $ref === 'string' ? contract.schema($ref.slice(1)) : schema;
  };

  function at(pointer: string, type: string): Json {
    const { schema } = contract.schema(`${pointer}/content/${escape(type)}`) as { schema?: Json };
    return follow(schema ?? {});
  }

  const request: Schemas['request'] = (method, path, type = 'application/json') =>
    at(`${operation(method, path)}/requestBody`, type);

  return {
    follow,
    request,
    answer: (method, path, type = 'application/json', status = 200) =>
      at(`${operation(method, path)}/responses/${String(status)}`, type),
    freeTexts({ path, writeOnly, attributes, memberAccess }, length) {
      const { properties = {} } = request('POST', path);
      // Tests cannot choose values that come from claims, and some members are never sent or shown.
      const closed = new Set([
        ...writeOnly,
        ...attributes.map(({ member }) => member),
        ...memberAccess
          .filter(({ writableBy }) => writableBy?.length === 0)
          .map(({ member }) => member),
      ]);
      return Object.entries(properties as Readonly<Record<string, Json>>).flatMap(
        ([name, { type, maxLength, ...rest }]) => {
          const isBound = [
            'format',
            'pattern',
            'enum',
            'contentEncoding',
            'x-maxLength',
            'x-maxBytes',
          ];
          const isFree = [type].flat().includes('string') && !isBound.some((each) => each in rest);
          const { minLength = 0 } = rest as { minLength?: number };
          const fits = minLength <= length && Number(maxLength) >= length;
          return isFree && fits && !closed.has(name) ? [name] : [];
        },
      );
    },
  };
}

function operation(method: string, path: string): string {
  return `/paths/${escape(path)}/${method.toLowerCase()}`;
}

/** RFC 6901, section 3. */
function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
