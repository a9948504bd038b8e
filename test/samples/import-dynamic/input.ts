async function hash(text: string) {
  'use step';
  const { createHash } = await import('node:crypto');
  return createHash('sha1').update(text).digest('hex').slice(0, 4);
}
export async function flow(text: string) {
  'use workflow';
  const nested = async () => {
    'use step';
    const os = await import('node:os');
    return os.EOL.length + text.length;
  };
  return [await hash(text), await nested()];
}
