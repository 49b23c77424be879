import { runShard } from '../support/shard.ts';

await runShard(1, 2);
