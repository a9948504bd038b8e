export const used = () => 3;
export const unused = 'unused';
export const x = [1, 2];
export default 'default';
