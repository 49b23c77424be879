import { isDeepStrictEqual } from 'node:util';
import type { Table } from '../../../evolution/compose/expression.ts';
import { code, identifier, join, literal, type Code } from '../../code.ts';

/** Names of values of one version by those of another, as a constant of the file. */
interface TableConstant {
  readonly name: string;
  readonly entries: readonly (readonly [string, unknown])[];
}

/** What is used of `converters.ts` and of hooks, and the constants that are needed. */
export class Used {
  readonly converters = new Set<string>();
  readonly hooks = new Set<string>();
  /** Calls that go through `once`: the code around them has to make it. */
  hookCalls = 0;
  readonly #tables: TableConstant[] = [];

  call(name: string, ...parameters: readonly unknown[]): Code {
    this.converters.add(name);
    return code`${identifier(name)}(${join(
      parameters.map((each) => literal(each)),
      ', ',
    )})`;
  }

  /** Makes code, and finds out whether it calls hooks. */
  observed(make: () => Code): { readonly made: Code; readonly callsHooks: boolean } {
    const before = this.hookCalls;
    const made = make();
    return { made, callsHooks: this.hookCalls > before };
  }

  /** A constant with these names for values; the same ones have the same constant. */
  table(called: string, table: Table): Code {
    const entries = Object.entries(table);
    const same = this.#tables.find((each) => isDeepStrictEqual(each.entries, entries));
    if (same !== undefined) return identifier(same.name);
    const taken = this.#tables.filter((each) => each.name.replace(/\d+$/, '') === called);
    const name = called + (taken.length === 0 ? '' : String(taken.length + 1));
    this.#tables.push({ name, entries });
    return identifier(name);
  }

  get tables() {
    return this.#tables.map(({ name, entries }) => {
      const kinds = [...new Set(entries.map(([, value]) => typeof value))];
      // If there is one kind only, the values show it.
      const types = kinds.length === 1 ? [] : kinds.map(identifier);
      const type = types.length === 0 ? code`` : code`<string, ${join(types, ' | ')}>`;
      return { name: identifier(name), entries, type };
    });
  }
}
