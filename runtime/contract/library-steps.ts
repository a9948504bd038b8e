/** Steps that the runtime brings along. */
export const FETCH_STEP = 'step//workflow//fetch';
export const RESPOND_STEP = 'step//workflow//respondWith';
