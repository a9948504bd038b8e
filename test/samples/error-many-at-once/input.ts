export function flow() {
  'use workflow';
}
export const tools = {
  *run() {
    'use step';
  },
};
async function late() {
  let x = 1;
  'use step';
  return x;
}
async function typo() {
  'use stpe';
  return late();
}
export { typo };
