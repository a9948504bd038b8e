export function resize(image: string): string;
