export const search = async (query = 'nothing') => `found ${query}`;
