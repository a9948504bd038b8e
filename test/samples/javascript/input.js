import { EOL } from 'node:os';

/** @param {string} text */
export async function flow(text) {
  'use workflow';
  return count(text);
}

const count = async (text) => {
  'use step';
  return <b>{text.length + EOL.length}</b>;
};
