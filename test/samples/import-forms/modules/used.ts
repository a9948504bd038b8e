export const used = 'used';
