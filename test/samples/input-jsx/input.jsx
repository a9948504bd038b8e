import { EOL } from 'node:os';

const render = async (name) => {
  'use step';
  return <b title={name}>{EOL.length}</b>;
};
export async function flow() {
  'use workflow';
  return render('a');
}
