/* eslint-disable */
// @ts-check

/**
 * @license MIT
 */
 // steps of orders
// 'use workflow' is a comment here
import { registerStep } from 'workflow:steps'; import { markStep } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } step$1("step//./input//load", load); import { EOL } from 'node:os';
/** Loads. 'use step' */
export async function load(/* none */) {
  /* 'use workflow' */ return EOL.length;
}
