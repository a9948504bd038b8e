console.log('first');
'use step';

export async function run() {}
