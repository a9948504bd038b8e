import { testWorld } from './contract.ts';
import { openPostgresStore } from './postgres-store.ts';

testWorld(openPostgresStore);
