import { createHash } from 'node:crypto';

/** 16 hexadecimal digits that change with a text, for names and versions. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
