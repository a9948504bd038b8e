/** Asks again and again for what is on the page, as long as somebody looks at it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { session } from './api.ts';

const SOON_MS = 1_000;
const LATER_MS = 5_000;
/** A page on which nothing changes is asked for more rarely. */
const QUIET_ASKS = 30;

/** The answer that was read last. */
export interface Live<Answer> {
  /** `null`: nothing yet. */
  data: Answer | null;
  error: unknown;
  /** Asks now. */
  refresh(): void;
}

/**
 * Keeps an answer of the server fresh.
 * @param read Asks the server. It gets the last answer for the same `key`.
 * @param key Another one begins anew.
 */
export function useLive<Answer>(
  read: (abort: AbortSignal, last: Answer | null) => Promise<Answer>,
  key: string,
  { everyMs = SOON_MS, isOver = () => false }: { everyMs?: number; isOver?: (answer: Answer) => boolean } = {},
): Live<Answer> {
  const [state, setState] = useState<{ key: string; data: Answer | null; error: unknown }>({
    key,
    data: null,
    error: null,
  });
  const latest = useRef({ read, isOver });
  latest.current = { read, isOver };
  const wake = useRef(() => {});
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [data, text, quiet] = [null as Answer | null, '', 0];
    let [isAsking, isAskedAgain] = [false, false];
    /** One question at a time: what is asked for meanwhile is asked after it, because its answer may be too old. */
    const again = async (): Promise<void> => {
      clearTimeout(timer);
      if (isAsking) isAskedAgain = true;
      if (isAsking || abort.signal.aborted || document.hidden || session.value === null) return;
      isAsking = true;
      try {
        data = await latest.current.read(abort.signal, data);
        show(JSON.stringify(data));
      } catch (error) {
        text = '';
        if (!abort.signal.aborted) setState({ key, data, error });
      }
      isAsking = false;
      if (isAskedAgain) {
        isAskedAgain = false;
        return await again();
      }
      if (abort.signal.aborted || (data !== null && latest.current.isOver(data))) return;
      timer = setTimeout(() => void again(), quiet > QUIET_ASKS ? Math.max(everyMs, LATER_MS) : everyMs);
    };
    const show = (answered: string): void => {
      quiet = answered === text ? quiet + 1 : 0;
      if (answered !== text && !abort.signal.aborted) setState({ key, data, error: null });
      text = answered;
    };
    const onVisible = (): void => void again();
    wake.current = () => {
      quiet = 0;
      void again();
    };
    document.addEventListener('visibilitychange', onVisible);
    void again();
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [key, everyMs, session.value === null]);
  const isFresh = state.key === key;
  return { data: isFresh ? state.data : null, error: isFresh ? state.error : null, refresh: () => wake.current() };
}
