import { registerStep } from 'workflow:steps'; import { markStep, calledDirectly, markWorkflow } from 'workflow/internal/compiled'; function step$1(id, fn) { registerStep(id, fn); return markStep(id, fn); } markWorkflow("workflow//./input//mail", mail); step$1("step//./input//send", send); import React from 'react';
import { render } from '@email/render';

export async function mail() { return calledDirectly("workflow//./input//mail"); }

async function send(name: string) {
  
  return render(<Hello name={name} />);
}

const Hello = ({ name }: { name: string }) => <b>Hello {name}</b>;
