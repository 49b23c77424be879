import type { IssueDetails, Path } from '../issue.ts';
import { isMapping, own } from '../plain.ts';
import { endpoint } from '../schema/endpoints.ts';
import { fieldMeant } from './field-meant.ts';

type Elsewhere = Pick<IssueDetails, 'message' | 'suggestion'>;

/** Keys of a version that are never written, because they follow from its dates. */
const standing = new Set(['state', 'status', 'phase', 'lifecycle']);

const ofStates = new Set(['transitions', 'initial', 'final', 'field', 'status', 'history']);
const ofEndpoints = new Set(['endpoint', ...Object.keys(endpoint.properties)]);
const ofAllow = new Set(['allow', 'roles', 'access', 'permissions']);

/** Where a key of a resource or of a version stands instead: what it is about has a section of its own. */
export function elsewhereOf(path: Path, key: string, data: unknown): Elsewhere | undefined {
  const [section, name, field] = path;
  if (section === 'versioning' && name === 'versions' && path.length === 3 && standing.has(key)) {
    return {
      message: `the ${key} of version "${String(field)}" is not written, because it follows from its dates (released, maintained, announced, deprecated, sunset) and the clock`,
    };
  }
  if (section !== 'resources' || path.length !== 2) return undefined;
  return ofResource(String(name), key, isMapping(data) ? own(data, key) : undefined);
}

function ofResource(resource: string, key: string, value: unknown): Elsewhere | undefined {
  const inSection = (where: string): Elsewhere => ({
    message: `the key "${key}" does not belong to a resource: what it says has a section of its own, at the left margin`,
    suggestion: where,
  });
  if (key === 'states' || key === 'state') return inSection(`states: { ${resource}: { … } }`);
  if (key === 'endpoints') return inSection(`endpoints: { ${resource}: { … } }`);
  if (key === 'authentication' || key === 'rules') {
    return inSection(`authentication: { rules: [{ resource: ${resource}, … }] }`);
  }
  if (key === 'events' || key === 'emit')
    return inSection(`events: { emit: [${resource}.created] }`);
  if (key === 'limits' || key === 'versioning' || key === 'errors')
    return inSection(`${key}: { … }`);
  if (ofStates.has(key)) return inSection(`states: { ${resource}: { ${key}: … } }`);
  if (ofEndpoints.has(key)) return inSection(`endpoints: { ${resource}: { ${key}: … } }`);
  if (ofAllow.has(key)) return inSection(`authentication: { allow: { ${resource}: { … } } }`);
  const isMappingOfField = isMapping(value) && typeof own(value, 'type') === 'string';
  const meant = isMappingOfField ? '{ … }' : fieldMeant(value);
  return meant === undefined
    ? undefined
    : {
        message: `the field "${key}" belongs inside of "fields"`,
        suggestion: `fields: { ${key}: ${meant} }`,
      };
}
