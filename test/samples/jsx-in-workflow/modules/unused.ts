export const unused = <T>(value: T): T => value;
