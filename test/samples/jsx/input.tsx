import React from 'react';
import { render } from '@email/render';

export async function mail(name: string) {
  'use workflow';
  return send(name);
}

async function send(name: string) {
  'use step';
  return render(<Hello name={name} />);
}

const Hello = ({ name }: { name: string }) => <b>Hello {name}</b>;
