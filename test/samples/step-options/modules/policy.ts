export const retryable = ['ECONNRESET'];
