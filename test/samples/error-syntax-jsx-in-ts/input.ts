export async function page() {
  'use step';
  return <b>bold</b>;
}
