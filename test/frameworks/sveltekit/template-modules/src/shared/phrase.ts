import { WORD } from '$app/env/private';

/** Known when the module is evaluated: clients of databases are made like this. */
const phrase = `The word is ${WORD}.`;

export const readPhrase = (): string => phrase;
