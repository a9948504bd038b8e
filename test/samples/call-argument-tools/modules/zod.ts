const type = () => ({ type: 'any' });
export const z = { object: <T>(shape: T): T => shape, string: type };
