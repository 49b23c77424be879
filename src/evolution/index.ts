export { shapesOf, type VersionShape } from './additions/shapes.ts';
export { composeService, type Composition } from './compose/service.ts';
export { composeFlags, type ComposedFlag } from './flags/compose.ts';
export { requiredBy } from './flags/overlaps.ts';
export { noContracts, type ContractFile, type Contracts } from './contracts/contracts.ts';
export { formatChecksums, checksumsPath } from './contracts/checksums.ts';
export { freezeSpecification, readFrozen } from './contracts/frozen.ts';
export {
  minorReleases,
  releasesNow,
  type MinorRelease,
  type ReleaseNow,
} from './contracts/minor-releases.ts';
export { parseContracts, type ContractsReading } from './contracts/parse.ts';
export { readContracts } from './contracts/read.ts';
