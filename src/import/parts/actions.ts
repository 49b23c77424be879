import {
  validateCustomOperationName,
  squashed,
} from '../../specification/validators/custom-operations.ts';
import { shown } from '../../specification/shown.ts';
import type { Context, Draft } from '../context.ts';
import { fieldOf } from '../fields/field.ts';
import { memberName } from '../fields/members.ts';
import { kebab } from '../names.ts';
import { answerSchema, bodySchema, shownOperation, type Operation } from '../paths/operation.ts';
import type { NamedCollection } from '../paths/name-collections.ts';
import { shapeOf, word } from '../schema/shape.ts';
import { cut, textOf } from '../source.ts';
import { referredTo } from './references.ts';

/** What a client can have done with a row, by name. */
export function actionsOf(
  collection: NamedCollection,
  all: readonly NamedCollection[],
  context: Context,
): Draft {
  const { findings } = context.source;
  const actions: Draft = {};
  const taken = new Set(
    all
      .filter((each) => each.parent?.name === collection.name)
      .map(({ plural }) => squashed(plural)),
  );
  for (const [written, operation] of collection.actions) {
    const { path } = operation.part;
    const plain = kebab(written);
    const name = [plain, kebab(`${plain}-${collection.name}`)].find(
      (each) => validateCustomOperationName(each) === undefined && !taken.has(squashed(each)),
    );
    if (name === undefined) {
      findings.add('dropped', path, `${shownOperation(operation)}: no action can have its name`);
      continue;
    }
    taken.add(squashed(name));
    if (name !== written)
      findings.add('renamed', path, `the action ${shown(written)} is "${name}"`);
    const made = ['endpoints', collection.name, 'actions', name];
    context.cameFrom(made, path);
    actions[name] = actionOf(operation, [...made, 'input'], all, context);
  }
  return actions;
}

function actionOf(
  operation: Operation,
  made: readonly string[],
  all: readonly NamedCollection[],
  context: Context,
): Draft {
  const { source } = context;
  const text = textOf(operation.part, 'description') ?? textOf(operation.part, 'summary');
  const answer = answerSchema(operation, source);
  if (answer !== undefined) {
    const message = `the answer of ${shownOperation(operation)}: an action answers the row`;
    source.findings.add('dropped', answer.path, message);
  }
  const schema = bodySchema(operation, source);
  const shape = schema && shapeOf(schema, source);
  const input: Draft = {};
  for (const [written, part] of shape?.properties ?? []) {
    const name = memberName(written);
    if (name === undefined || Object.hasOwn(input, name)) {
      source.findings.add(
        'dropped',
        part.path,
        `${shown(written)}: no name that is free can be made of it`,
      );
      continue;
    }
    if (name !== written)
      source.findings.add('renamed', part.path, `${shown(written)} is "${name}"`);
    const field = fieldOf(
      part,
      { role: 'input', name, made: [...made, name], objects: 0, open: new Set() },
      context,
    );
    const isRequired = shape?.required.has(written) === true && !('default' in field);
    const target = referredTo(name, field['type'], all);
    if (target !== undefined) {
      source.findings.add(
        'guessed',
        part.path,
        `"${name}" refers to a "${target.name}", by its name; it has the id of the service, a UUID`,
      );
    }
    const typed = target === undefined ? field : referenceOf(target.name, field);
    input[name] = isRequired ? { ...typed, required: true } : typed;
  }
  const about = text ?? (shape && word(shape, 'description'));
  return {
    ...(about === undefined || about.trim() === '' ? {} : { description: cut(about.trim(), 2000) }),
    ...(Object.keys(input).length === 0 ? {} : { input }),
  };
}

function referenceOf(to: string, { description, nullable }: Draft): Draft {
  return {
    type: 'reference',
    to,
    ...(description === undefined ? {} : { description }),
    ...(nullable === undefined ? {} : { nullable }),
  };
}
