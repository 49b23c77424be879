import type { Application } from '../service/application.ts';
import type { Texts } from './languages/texts.ts';
import type { Scene } from './representations/representation.ts';
import type { Visitor } from './visitor.ts';

/** What surrounds a problem: it may be of a request that names no version, and leads to what belongs to none. */
export function problemScene(
  { description, strategy: { basePath = '' } }: Pick<Application, 'description' | 'strategy'>,
  texts: Texts,
  visitor?: Visitor,
): Scene {
  return {
    title: description.title,
    texts,
    link: (path) => basePath + path,
    visitor,
  };
}
