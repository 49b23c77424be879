import type { ResolvedSpecification } from '../resolved.ts';
import type { EndpointsSection } from '../schema.ts';
import { defaults } from '../schema/defaults.ts';

type ServiceWide = Pick<ResolvedSpecification, 'representations' | 'languages' | 'origins'>;

/** What holds for the service as a whole, with every default filled in. */
export function resolveServiceWide(endpoints: EndpointsSection = {}): ServiceWide {
  const [defaultValue] = defaults.representations;
  const { representations = [], languages = [], origins = defaults.origins } = endpoints;
  const [language = defaults.languages[0], ...others] = languages;
  return {
    representations: [defaultValue, ...representations.filter((each) => each !== defaultValue)],
    languages: [language, ...others],
    origins,
  };
}
