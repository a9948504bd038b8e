/* eslint-disable */
// @ts-check

/**
 * @license MIT
 */
 // steps of orders
// 'use workflow' is a comment here
import { stepProxy } from 'workflow/internal/compiled'; const step$1 = /* @__PURE__ */ stepProxy("step//./input//load", undefined, load); 
/** Loads. 'use step' */
export async function load(...args) { return step$1(...args); }
