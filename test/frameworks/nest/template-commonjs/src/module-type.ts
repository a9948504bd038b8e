export const moduleType = 'commonjs';
