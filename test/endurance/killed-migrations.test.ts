import { killingTests } from '../templates/storage/migrations/killing.ts';

killingTests(1);
