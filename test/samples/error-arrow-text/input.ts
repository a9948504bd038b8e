export const one = async () => 'use step';
export const two = async (n: number) => ('use workflow');
export const three = async () => `use step`;
/** A function that is not async returns a text. */
export const four = () => 'use step';
