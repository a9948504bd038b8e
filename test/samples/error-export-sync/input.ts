'use step';

export function one() {}
export const two = () => 1;
export async function three() {}
