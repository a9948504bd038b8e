export { right as orders } from '../workflows/calls.ts';
