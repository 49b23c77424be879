import type { ServiceModel } from '../../model/model.ts';
import { code, identifier, literal } from '../code.ts';

const defaultBaseUrl = 'http://localhost:3000';

/** What the templates of the service as a whole show. */
export function serviceView(model: ServiceModel) {
  const { service, errors, limits } = model.specification;
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
      license: service.license,
      version: model.version,
    },
    version,
    limits,
    validationStatus: errors.validationStatus,
    isStatusChanged: errors.validationStatus !== 400,
    isCatalogueExtended: errors.validationStatus !== 400 || model.problemCodes.length > 0,
    codes: model.problemCodes.map((entry) => ({
      key: identifier(entry.key),
      problemCode: entry.code,
      status: entry.status,
      title: entry.title,
      description: entry.description,
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
