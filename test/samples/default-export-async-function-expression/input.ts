import { EOL } from 'node:os';

export default (async function () {
  'use workflow';
  return own();
});
async function own() {
  'use step';
  return EOL.length;
}
