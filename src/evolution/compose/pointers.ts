import { sources, type Expression, type Root } from './expression.ts';
import type { Member } from './members.ts';

/** Where members of the newest version are in an older one, as JSON Pointers in which `*` stands for a position. */
export function pointersOf(
  up: readonly Member[],
  depth = 0,
  at: Between = ['', ''],
): [string, string][] {
  const root: Root = { kind: 'root', side: 'older', depth };
  return up.flatMap(({ name, expression }) =>
    pointersTo(expression, root, [`${at[0]}/${name}`, at[1]]),
  );
}

type Between = readonly [newest: string, older: string];

function pointersTo(of: Expression, root: Root, [newest, base]: Between): [string, string][] {
  switch (of.kind) {
    case 'object':
      return of.members.flatMap(([name, each]) =>
        pointersTo(each, root, [`${newest}/${name}`, base]),
      );
    case 'list': {
      const own = pointersTo(of.of, root, [newest, base]);
      const list = own[0]?.[1] ?? newest;
      const inside: Root = { ...root, depth: root.depth + 1 };
      return [...own, ...pointersTo(of.item, inside, [`${newest}/*`, `${list}/*`])];
    }
    default: {
      const [first] = sources(of, root);
      const older = first === undefined ? undefined : base + pathOf(first);
      return older === undefined || older === newest ? [] : [[newest, older]];
    }
  }
}

function pathOf(of: Expression): string {
  return of.kind === 'member' ? `${pathOf(of.of)}/${of.name}` : '';
}
