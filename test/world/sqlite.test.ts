import { testWorld } from './contract.ts';
import { openSqliteStore } from './test-store.ts';

testWorld(openSqliteStore);
