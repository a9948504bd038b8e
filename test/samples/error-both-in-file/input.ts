'use step';
'use workflow';

export async function flow() {}
