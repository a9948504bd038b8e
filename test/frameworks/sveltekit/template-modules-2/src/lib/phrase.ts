import { WORD } from '$env/static/private';
import { env } from '$env/dynamic/private';

/** Known when the module is evaluated: clients of databases are made like this. */
const phrase = `The word is ${env.WORD === WORD ? WORD : 'unknown'}.`;

export const readPhrase = (): string => phrase;
