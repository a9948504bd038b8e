`use step`;

export async function run() {}
