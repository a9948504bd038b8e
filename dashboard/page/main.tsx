/** The page: who is signed in, the navigation, and what is below the address. */
import './style.css';
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { logIn, login, logOut, messageOf, readSession, session, trouble } from './api.ts';
import { ErrorsPage } from './errors/errors-page.tsx';
import { HealthPage } from './health/health-page.tsx';
import { Keys, useKeys } from './keys.tsx';
import { textOf } from './parts/form-text.ts';
import { Dialog, Link, Toasts } from './parts/parts.tsx';
import { path } from './router.ts';
import { RunPage } from './run/run-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';

const PAGES = [
  { to: '', name: 'Runs', isHere: (at: string) => at === '' || at.startsWith('runs/') },
  { to: 'errors', name: 'Errors', isHere: (at: string) => at === 'errors' },
  { to: 'health', name: 'Health', isHere: (at: string) => at === 'health' },
];
const THEMES = ['system', 'light', 'dark'] as const;
const THEME = 'workflow.theme';

const theme = signal(localStorage.getItem(THEME) ?? 'system');
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = (): void => {
  const isDark = theme.value === 'dark' || (theme.value === 'system' && dark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
};
effect(applyTheme);
dark.addEventListener('change', applyTheme);

function App() {
  if (session.value === undefined) return <Waiting />;
  if (session.value === null) return <Login />;
  return <Signed />;
}

function Waiting() {
  return (
    <main>
      <p class="soft" role="status">
        {trouble.value ?? 'Asking the server …'}
      </p>
    </main>
  );
}

function Signed() {
  const [isShowingKeys, showKeys] = useState(false);
  useKeys({ '?': () => showKeys(true) });
  return (
    <>
      <a class="skip" href="#content">
        To the content
      </a>
      <Top />
      {trouble.value !== null && (
        <div class="banner" role="alert">
          {trouble.value}
        </div>
      )}
      <main id="content" tabIndex={-1}>
        <Page />
      </main>
      <Toasts />
      {isShowingKeys && (
        <Dialog title="Keys" onClose={() => showKeys(false)}>
          <Keys />
        </Dialog>
      )}
    </>
  );
}

function Top() {
  const { project, name, canLogOut, isDevelopment } = session.value!;
  return (
    <header class="top">
      <strong>{project ?? 'Workflow'}</strong>
      <nav aria-label="Pages">
        {PAGES.map(({ to, name: title, isHere }) => (
          <Link key={to} to={to} {...(isHere(path.value) && { 'aria-current': 'page' as const })}>
            {title}
          </Link>
        ))}
      </nav>
      <div class="end">
        <select
          aria-label="Colours"
          value={theme.value}
          onChange={(event) => {
            theme.value = event.currentTarget.value;
            localStorage.setItem(THEME, theme.value);
          }}
        >
          {THEMES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {!isDevelopment && <span class="soft phone-off">{name}</span>}
        {canLogOut && <button onClick={() => void logOut()}>Sign out</button>}
      </div>
    </header>
  );
}

function Page() {
  const at = path.value;
  if (at === '' || at === 'runs') return <RunsPage />;
  if (at.startsWith('runs/')) return <RunPage runId={at.slice('runs/'.length)} />;
  if (at === 'errors') return <ErrorsPage />;
  if (at === 'health') return <HealthPage />;
  return (
    <div class="empty">
      There is no such page. <Link to="">To the runs</Link>
    </div>
  );
}

function Login() {
  const [error, setError] = useState<string | null>(null);
  if (login.value === null)
    return (
      <main class="login card stack">
        <h1>You may not see this</h1>
        <p>Sign in to the application with an account that may, and open this page again.</p>
      </main>
    );
  return (
    <main class="login">
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          const token = textOf(new FormData(event.currentTarget), 'token');
          setError(null);
          logIn(token).catch((thrown: unknown) => setError(messageOf(thrown)));
        }}
      >
        <h1>Sign in</h1>
        <p class="soft">
          On the server, <code>npx workflow web --token</code> prints the token.
        </p>
        <label class="field">
          Token
          <input name="token" type="password" autocomplete="current-password" required />
        </label>
        {error !== null && (
          <p class="bad" role="alert">
            That is not a token of this server.
          </p>
        )}
        <div class="end-row">
          <button class="main">Sign in</button>
        </div>
      </form>
    </main>
  );
}

void readSession();
render(<App />, document.getElementById('root')!);
