import type { Application } from '../service/application.ts';
import type { Texts } from './languages/texts.ts';
import type { Scene } from './representations/representation.ts';
// {{#if hasSignIn}}
import type { Visitor } from './sign-in/visitor.ts';
// {{/if}}

/** What surrounds a problem: it may be of a request that names no version, and leads to what belongs to none. */
export function problemScene(
  { description, strategy: { basePath = '' } }: Pick<Application, 'description' | 'strategy'>,
  texts: Texts,
  // {{#if hasSignIn}}
  visitor?: Visitor,
  // {{/if}}
): Scene {
  return {
    title: description.title,
    texts,
    link: (path) => basePath + path,
    // {{#if hasSignIn}}
    visitor,
    // {{/if}}
  };
}
