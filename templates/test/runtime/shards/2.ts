import { runShard } from '../support/shard.ts';

await runShard(2, 2);
