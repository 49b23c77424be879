import { renamedIn } from '../../contract.ts';
import { prefix } from './addresses.ts';
import type { ConformingService } from './conformance.ts';
import type { ResourceSample } from './sample.ts';

/** Resources that a version reads at the addresses that they have in the newest one. */
export function readAlike(
  { open }: ConformingService,
  samples: readonly ResourceSample[],
  label: string,
): readonly ResourceSample[] {
  const { paths, absent } = renamedIn(label);
  return samples.filter(({ path, idParameter }) => {
    const address = `${path}/{${idParameter}}`;
    const read = open.find((operation) => operation.method === 'GET' && operation.path === address);
    const isThere = read !== undefined && !absent.includes(read.id);
    return isThere && paths[path.slice(prefix.length)] === undefined;
  });
}
