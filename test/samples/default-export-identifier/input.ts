import { EOL } from 'node:os';

const flow = async (n: number) => {
  'use workflow';
  return step(n);
};
async function step(n: number) {
  'use step';
  return n + EOL.length;
}
export default flow;
export { step as 'other' };
