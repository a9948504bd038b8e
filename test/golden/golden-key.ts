/** The key of the encrypted golden stores, which hold no secrets. */
export const GOLDEN_KEY = `golden:${Buffer.alloc(32, 7).toString('base64')}`;
