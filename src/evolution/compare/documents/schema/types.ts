import { isDeepStrictEqual } from 'node:util';
import type { Found } from '../../change.ts';
import { idOfTypes } from '../../fields/types.ts';
import { bySide, found } from '../found.ts';
import type { Schemas } from './compare-schemas.ts';
import { shownKinds } from './kinds.ts';
import { valueOf, type Level } from './level.ts';

/** What happened to the type: what else is said of values means something only where the types overlap. */
export interface KindsCompared {
  readonly found: readonly Found[];
  readonly isOther: boolean;
}

export function compareKinds(schemas: Schemas): KindsCompared {
  const { before, after, place } = schemas;
  const path = `${place.path}.type`;
  const nullable = compareNull(schemas);
  const isTyped = before.isAny === after.isAny && isDeepStrictEqual(before.kinds, after.kinds);
  if (isTyped) {
    const written = before.isInferred === after.isInferred ? [] : [found('O81', path)];
    return { found: [...written, ...nullable, ...compareFormat(schemas)], isOther: false };
  }
  const isWider = after.kinds.isSupersetOf(before.kinds);
  const isNarrower = before.kinds.isSupersetOf(after.kinds);
  const id = place.parameter === 'path' ? 'R07' : idOf(before, after, isWider, isNarrower);
  const inSide = bySide(id, place.side);
  const isHarm = inSide !== 'T97' && inSide !== 'T98';
  const change = found(
    place.isItem === true && isHarm ? 'T18' : inSide,
    path,
    shownKinds(before),
    shownKinds(after),
  );
  return { found: [change, ...nullable], isOther: !isWider && !isNarrower };
}

function idOf(before: Level, after: Level, isWider: boolean, isNarrower: boolean): string {
  const [one, other] = [soleKind(before), soleKind(after)];
  const isBetweenNumbers =
    (one === 'integer' && other === 'number') || (one === 'number' && other === 'integer');
  if (one !== undefined && other !== undefined && (isBetweenNumbers || (!isWider && !isNarrower))) {
    return idOfTypes(one, other);
  }
  return isWider ? 'O60' : isNarrower ? 'O61' : 'T99';
}

function soleKind({ kinds, isAny }: Level): string | undefined {
  if (isAny) return undefined;
  if (kinds.size === 2 && kinds.has('number') && kinds.has('integer')) return 'number';
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** A schema of any JSON permits null; the comparison of types reports where such a schema comes or goes. */
export function compareNull({ before, after, place }: Schemas): Found[] {
  const isFree = ({ isAny, choices }: Level) => isAny && choices.length === 0;
  const isNothing = before.kinds.size === 0 || after.kinds.size === 0;
  if (isFree(before) || isFree(after) || isNothing || before.nullable === after.nullable) return [];
  const [looser, tighter] = place.side === 'request' ? ['Q14', 'Q11'] : ['Q05', 'Q12'];
  const id = after.nullable ? looser : tighter;
  return [found(id, `${place.path}.nullable`, before.nullable, after.nullable)];
}

/** Formats of text that have rows as types. */
const formed = new Set(['date', 'time', 'date-time', 'duration', 'uuid', 'uri', 'email']);
/** From the narrowest to the widest. */
const numeric = ['int32', 'int64', 'float', 'double'];

function compareFormat({ before, after, place }: Schemas): Found[] {
  const [was, is] = [valueOf(before, 'format'), valueOf(after, 'format')];
  if (isDeepStrictEqual(was, is)) return [];
  const path = `${place.path}.format`;
  const isNumber = after.kinds.has('integer') && !after.kinds.has('string');
  const isIdentifier = place.parameter === 'path' && (was !== undefined || is !== undefined);
  const id = isIdentifier ? 'R07' : isNumber ? ofNumbers(was, is) : ofTexts(was, is);
  const inSide = bySide(id, place.side);
  return [found(inSide, path, was, is)];
}

function ofNumbers(was: unknown, is: unknown): string {
  const rank = (format: unknown) => {
    const known = numeric.indexOf(String(format));
    return format === undefined ? numeric.length : known;
  };
  const [before, after] = [rank(was), rank(is)];
  if (before < 0 || after < 0) return 'C12';
  if (after < before) return 'O66';
  return was === 'int32' ? 'T04' : 'O67';
}

function ofTexts(was: unknown, is: unknown): string {
  const [before, after] = [formed.has(String(was)), formed.has(String(is))];
  if (was === undefined) return after ? 'T12' : 'C32';
  if (is === undefined) return before ? 'T13' : 'C33';
  return before && after ? idOfTypes(String(was), String(is)) : 'C12';
}
