const text = 'text';
export type T = string;
export const named = 'named';
export { text as 'string name' };
export default 'default';
