import type { ServiceModel } from '../../model/model.ts';
import { code, identifier, literal } from '../code.ts';
import { hasCursors, hasIdempotency, hasSecrets } from '../features.ts';
import { licenseView } from './license.ts';

/** Names of the constants that the modules of the representations export. */
const constants = {
  json: 'json',
  hal: 'hal',
  'json-api': 'jsonApi',
  xml: 'xml',
  html: 'htmlPages',
} as const;

/** A text in the one language that there is, or in each of several. */
function oneOrAll(texts: Readonly<Record<string, string>>): string | typeof texts {
  const [first = '', ...others] = Object.values(texts);
  return others.length === 0 ? first : texts;
}

const defaultBaseUrl = 'http://localhost:3000';

/** What the templates of the service as a whole show. */
export function serviceView(model: ServiceModel) {
  const { service, errors, limits, languages, representations, origins } = model.specification;
  const { baseUrl } = service;
  const [version] = model.majors;
  return {
    service: { ...service, baseUrl: baseUrl ?? defaultBaseUrl },
    about: {
      name: service.name,
      title: service.title,
      vendor: service.vendor,
      purpose: service.purpose,
      domain: service.domain,
      contact: service.contact,
      license: service.license === undefined ? undefined : licenseView(service.license),
      version: model.version,
    },
    version,
    limits,
    languages: languages.map((language) => ({ name: identifier(language), file: language })),
    defaultLanguage: { name: identifier(languages[0]), file: languages[0] },
    hasLanguages: languages.length > 1,
    representations: representations.map((name) => ({
      name: identifier(constants[name]),
      file: name,
    })),
    origins,
    vary: [
      'Accept',
      ...(languages.length > 1 ? ['Accept-Language'] : []),
      'Accept-Encoding',
      ...(origins.length > 0 ? ['Origin'] : []),
    ].join(', '),
    hasCursors: hasCursors(model),
    hasIdempotency: hasIdempotency(model),
    hasSecret: hasSecrets(model),
    validationStatus: errors.validationStatus,
    isStatusChanged: errors.validationStatus !== 400,
    isCatalogueExtended: errors.validationStatus !== 400 || model.problemCodes.length > 0,
    codes: model.problemCodes.map((entry) => ({
      key: identifier(entry.key),
      problemCode: entry.code,
      status: entry.status,
      title: entry.title,
      description: entry.description,
      titles: oneOrAll(entry.titles),
      descriptions: oneOrAll(entry.descriptions),
    })),
    databaseUrl: `sqlite:./data/${service.name}.db`,
    defaultBaseUrl:
      baseUrl === undefined
        ? code`\`http://localhost:\${String(${identifier('settings')}.PORT)}\``
        : literal(baseUrl),
    apiKeyHeader: model.apiKeyHeader ?? '',
    apiKeyHeaderKey: (model.apiKeyHeader ?? '').toLowerCase(),
    resources: model.resources.map((resource) => ({
      name: resource.name,
      camel: identifier(resource.camel),
      pascal: identifier(resource.pascal),
      table: identifier(resource.table),
    })),
    collections: model.resources
      .filter(({ parents, endpoint }) => parents.length === 0 && endpoint.methods.includes('list'))
      .map(({ collectionPath }) => collectionPath),
  };
}
