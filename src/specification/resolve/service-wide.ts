import type { ResolvedSpecification } from '../resolved.ts';
import type { EndpointsSection } from '../schema.ts';
import { standards } from '../schema/standards.ts';

type ServiceWide = Pick<ResolvedSpecification, 'representations' | 'languages' | 'origins'>;

/** What holds for the service as a whole, with every default filled in. */
export function resolveServiceWide(endpoints: EndpointsSection = {}): ServiceWide {
  const [standard] = standards.representations;
  const { representations = [], languages = [], origins = standards.origins } = endpoints;
  const [language = standards.languages[0], ...others] = languages;
  return {
    representations: [standard, ...representations.filter((each) => each !== standard)],
    languages: [language, ...others],
    origins,
  };
}
