/** Passes the workflow on. */
export { discount } from './discount.ts';
