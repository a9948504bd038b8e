export const moduleType = 'es6';
