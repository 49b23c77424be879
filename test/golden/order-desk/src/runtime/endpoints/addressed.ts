import type { Content, Scene, Shown } from './representations/representation.ts';

/** The same content with addresses in the members that hold paths, in the form that the request used. */
export function addressed(content: Content, link: Scene['link']): Content {
  const { addresses = [] } = content.description;
  if (addresses.length === 0) return content;
  const shown = (resource: Shown): Shown => {
    const linked = addresses.flatMap((name) => {
      const path = resource[name];
      return typeof path === 'string' ? [[name, link(path)] as const] : [];
    });
    return { ...resource, ...Object.fromEntries(linked) };
  };
  return content.kind === 'resource'
    ? { ...content, resource: shown(content.resource) }
    : { ...content, items: content.items.map(shown) };
}
