import type { MinorRelease } from '../evolution/contracts/minor-releases.ts';
import type {
  ResolvedSpecification,
  ResolvedVersion,
  ResolvedWithdrawal,
} from '../specification/index.ts';
import { pascalCase } from '../specification/names/casing.ts';
import { pluralOf } from '../specification/names/plural.ts';
import { defined, own } from '../specification/plain.ts';
import type { VersionModel } from './model.ts';

/** What an older version was. */
export interface Shape {
  readonly label: string;
  readonly specification: ResolvedSpecification;
}

/** Every listed version, the oldest first. `older` are those that were something else than the newest. */
export function buildVersions(
  specification: ResolvedSpecification,
  older: readonly Shape[],
  minor: readonly MinorRelease[],
): VersionModel[] {
  const versions = Object.entries(specification.versioning.versions);
  return versions.map(([label, version], position) => {
    const newer = versions.slice(position + 1);
    const successor = newer.find(([, { released }]) => released !== undefined);
    return {
      ...versionModel(shapeOf(label, specification, older), label, version, successor?.[0]),
      ...defined({ release: lastMinor(label, minor) }),
    };
  });
}

/** What a version is: what it was frozen as, or the same as the next newer version that is something else than the newest. */
export function shapeOf(
  label: string,
  specification: ResolvedSpecification,
  older: readonly Shape[],
): ResolvedSpecification {
  const labels = Object.keys(specification.versioning.versions);
  const likeIt = labels.slice(labels.indexOf(label));
  const shape = likeIt.map((each) => older.find((other) => other.label === each)).find(Boolean);
  return shape?.specification ?? specification;
}

function lastMinor(label: string, minor: readonly MinorRelease[]): string | undefined {
  return minor.findLast((each) => each.label === label)?.release;
}

function versionModel(
  specification: ResolvedSpecification,
  label: string,
  version: ResolvedVersion,
  successor: string | undefined,
): VersionModel {
  const { brownouts, withdrawn, exemptions, limits, ...written } = version;
  const { reprieved: _, contracted: __, additions: ___, ...others } = written;
  return {
    label,
    ...others,
    ...(brownouts.length === 0 ? {} : { brownouts }),
    ...defined({
      quota: limits && { from: limits.from, requests: limits.requests, per: limits.per },
    }),
    ...(withdrawn.length === 0
      ? {}
      : {
          withdrawn: withdrawn.flatMap((withdrawal) =>
            operationIds(specification, withdrawal).map((operation) => ({
              operation,
              from: withdrawal.from,
            })),
          ),
        }),
    ...(exemptions.length === 0 ? {} : { exemptions }),
    ...defined({ successor }),
  };
}

/**
 * As the OpenAPI document names it: `order.delete` → `deleteOrder`, `order.list` → `listOrders`. What has versions under the
 * strategy partial is listed over all parents as well.
 */
export function operationIds(
  { resources, versioning }: ResolvedSpecification,
  { resource, operation }: Pick<ResolvedWithdrawal, 'resource' | 'operation'>,
): string[] {
  const plural = own(resources, resource)?.plural ?? pluralOf(resource);
  const title = pascalCase(operation);
  const verb = title.charAt(0).toLowerCase() + title.slice(1);
  if (operation !== 'list') return [verb + pascalCase(resource)];
  // Nothing else has another name in an older version.
  const isFormer = own(resources, resource) === undefined;
  const isVersioned = versioning.resources.includes(resource) || isFormer;
  const isAcross = versioning.strategy === 'partial' && isVersioned;
  return [`list${pascalCase(plural)}`, ...(isAcross ? [`listAll${pascalCase(plural)}`] : [])];
}
