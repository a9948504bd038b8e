export function next(): number;
export function nextInPackage(): Promise<number>;
