const form = document.querySelector('form')!;
const input = document.querySelector('input')!;
const answer = document.querySelector('p')!;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signUp(input.value);
});

async function signUp(email: string): Promise<void> {
  const response = await fetch('/api/sign-ups', { method: 'POST', body: email });
  answer.textContent = await response.text();
}
