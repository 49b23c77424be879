import { after, before, describe } from 'node:test';
import { proveAdditions } from './additions.ts';
import { proveCustomOperations } from './custom-operations.ts';
import { proveDocument } from './document.ts';
import { proveFacts } from './facts.ts';
import { readFrozen, type DeclaredVersion, type Frozen } from './frozen.ts';
import { proveLists } from './lists.ts';
import { provePointers } from './pointers.ts';
import { startProving, type Proving } from './proving.ts';
import { proveShapes } from './shapes.ts';

/** What is proved of a version besides its resources. */
export type Proof = (frozen: Frozen, proving: () => Proving) => void;

/**
 * Proves that an older version is still what was promised when it was released: by its frozen specification and its
 * frozen document alone, whatever adapts it.
 *
 * @param others proofs that only some services need, such as that of its events
 */
export function proveVersion(declared: DeclaredVersion, others: readonly Proof[] = []): void {
  const frozen = readFrozen(declared);
  describe(`version ${declared.label} is what it was when it was released`, () => {
    let proving: Proving | undefined;
    const started = () => {
      if (proving === undefined) throw new Error('the service did not start');
      return proving;
    };
    before(async () => {
      proving = await startProving(declared, frozen);
    });
    after(() => proving?.stop());

    for (const resource of frozen.resources) {
      proveShapes(resource, started);
      proveAdditions(declared.label, resource, started);
      proveLists(resource, started);
      proveCustomOperations(resource, started);
      provePointers(resource, started);
    }
    proveFacts(declared, frozen, started);
    proveDocument(frozen, started);
    for (const prove of others) prove(frozen, started);
  });
}
