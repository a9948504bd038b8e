import { calledDirectly, markWorkflow, registerStep } from 'workflow/internal/compiled'; markWorkflow("workflow//./input//mail", mail); registerStep("step//./input//send", send); import React from 'react';
import { render } from '@email/render';

export async function mail() { return calledDirectly("workflow//./input//mail"); }

async function send(name: string) {
  
  return render(<Hello name={name} />);
}

const Hello = ({ name }: { name: string }) => <b>Hello {name}</b>;
