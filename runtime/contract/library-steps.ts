/** The built-in step behind `fetch` in workflows. */
export const FETCH_STEP = 'step//workflow//fetch';
/** The built-in step behind `respondWith()` of webhook requests. */
export const RESPOND_STEP = 'step//workflow//respondWith';
