export default function Page() {
  return 'Home';
}
