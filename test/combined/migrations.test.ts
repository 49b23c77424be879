import { testTogether } from './folders.ts';

await testTogether('migrations');
