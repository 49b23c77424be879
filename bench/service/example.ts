import { parseDocument } from 'yaml';
import { buildModel } from '../../src/model/build.ts';
import type { ResourceModel } from '../../src/model/model.ts';
import { grantingView } from '../../src/rendering/views/granting.ts';
import { readSpecification } from '../../src/specification/index.ts';
import { exampleText } from '../../test/support/generated.ts';

/** The example that is measured. All else is read from it. */
const name = 'order-desk';

export interface Example {
  /** Of the specification. */
  readonly text: string;
  /** The resource that is measured: the first one. */
  readonly resource: ResourceModel;
  /** Header of the API key, in lower case. */
  readonly keyHeader: string;
  /** Options of the command that makes keys, for one that may do everything. */
  readonly everything: readonly string[];
}

/** @param total whether lists of the resource count all of their items */
export function readExample(total: boolean): Example {
  const document = parseDocument(exampleText(name));
  const [resourceName] = Object.keys(modelOf(document.toString()).specification.resources);
  document.setIn(['endpoints', resourceName, 'pagination', 'total'], total);
  // Requests are counted by both policies, and none is refused.
  document.setIn(['limits', 'default'], { requests: 1_000_000, per: '60s' });
  document.setIn(['limits', 'burst'], { requests: 500_000, per: '1s' });
  const text = document.toString();
  const model = modelOf(text);
  const { resources, apiKeyHeader } = model;
  const { roles, scopes, claims } = grantingView(model).everything;
  const [resource] = resources;
  if (resource === undefined || apiKeyHeader === undefined) {
    throw new Error('the example has no resource, or asks for no key');
  }
  const everything = [
    ...roles.flatMap((role) => ['--role', role]),
    ...scopes.flatMap((scope) => ['--scope', scope]),
    ...Object.entries(claims).flatMap(([name, values]) =>
      values.flatMap((value) => ['--claim', `${name}=${value}`]),
    ),
  ];
  return { text, resource, keyHeader: apiKeyHeader.toLowerCase(), everything };
}

function modelOf(text: string) {
  const read = readSpecification(text, 'service.yaml');
  if (!read.ok) throw new Error(JSON.stringify(read.mistakes));
  return buildModel(read.resolved);
}
