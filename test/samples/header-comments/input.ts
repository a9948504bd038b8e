/* eslint-disable */
// @ts-check

/**
 * @license MIT
 */
'use step'; // steps of orders
// 'use workflow' is a comment here
import { EOL } from 'node:os';
/** Loads. 'use step' */
export async function load(/* none */) {
  /* 'use workflow' */ return EOL.length;
}
