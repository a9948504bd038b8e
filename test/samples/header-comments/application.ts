/* eslint-disable */
// @ts-check

/**
 * @license MIT
 */
 // steps of orders
// 'use workflow' is a comment here
import { registerStep } from 'workflow/internal/compiled'; registerStep("step//./input//load", load); import { EOL } from 'node:os';
/** Loads. 'use step' */
export async function load(/* none */) {
  /* 'use workflow' */ return EOL.length;
}
