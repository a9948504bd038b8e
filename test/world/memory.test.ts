import { testWorld } from './contract.ts';
import { openMemoryStore } from './test-store.ts';

testWorld(openMemoryStore);
