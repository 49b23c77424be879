import { testTogether } from './folders.ts';

// Looks for the servers before any test runs: while tests keep this process busy, the answer would come too late.
await import('../templates/storage/engines.ts');
await testTogether('library');
