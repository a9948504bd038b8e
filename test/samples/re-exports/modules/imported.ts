export const imported = 'imported';
